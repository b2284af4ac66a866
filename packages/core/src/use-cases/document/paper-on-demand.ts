import type { ContractNotFound } from '../../domain/contract/contract.ts';
import { LANGUAGES, type Language, type PaperFacts } from '../../ports/contract-document.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, oneOf, type InvalidRequest } from '../../shared/rules.ts';
import { signProof } from '../proof/sign-proof.ts';
import { paperFacts } from './paper-facts.ts';

/** What writing papers on demand needs. */
export type PaperDependencies = Pick<
  Dependencies,
  'contractQueries' | 'unitOfWork' | 'catalogue' | 'contractDocument' | 'proofSigner' | 'insuranceCompany'
>;

/** The contract exists, but not yet what the paper is about. */
export interface PaperNotYet {
  readonly code: 'not_found';
  readonly what: 'paper';
}

/** So many of the company's papers wait to be written that one more would wait too long. */
export interface TooManyPapers {
  readonly code: 'service_unavailable';
}

/** One of the company's contracts, and a language that papers are written in. */
interface PaperQuery {
  readonly companyId: string;
  readonly contractId: string;
  readonly language: string;
}

type PaperRefused = InvalidRequest | ContractNotFound | PaperNotYet | TooManyPapers;

/** Writes a contract's document, anew each time. */
export type GetContractDocument = (query: PaperQuery) => Promise<Result<Uint8Array, PaperRefused>>;

/** Writes a contract's receipt, anew each time. */
export type GetReceipt = (query: PaperQuery) => Promise<Result<Uint8Array, PaperRefused>>;

/**
 * Papers of one company that a process can have in hand. It writes them one at a time, so that another company's paper
 * waits for one of them at most.
 */
const LIMIT = 8;

/**
 * The contract document in any language, once the certificate is issued and the authority's code was read; if it cannot
 * be read, once the French document is stored without it. The stored document is not changed.
 */
export const getContractDocument = (given: PaperDependencies): GetContractDocument =>
  paperOnDemand(given, ({ certificateRequest: { certificate }, contract, vehicle }, facts, language) => {
    const { authorityCode, documents } = contract;
    if (certificate === null || (authorityCode === null && documents.contractDocument === null)) return null;
    const proof = signProof(given.proofSigner, 'contract', { contract, vehicle, certificate });
    return given.contractDocument.render({ ...facts, certificate, authorityCode, proof }, language);
  });

/** A contract's receipt (quittance), available from the payment on. */
export const getReceipt = (given: PaperDependencies): GetReceipt =>
  paperOnDemand(given, ({ certificateRequest: { certificate }, contract, vehicle }, facts, language) => {
    const { payment } = facts;
    if (payment === null) return null;
    const proof = signProof(given.proofSigner, 'receipt', { contract, vehicle, certificate });
    return given.contractDocument.receipt({ ...facts, payment, proof }, language);
  });

/** `write` returns null while what the paper is about does not exist yet. */
const paperOnDemand = (
  given: PaperDependencies,
  write: (details: ContractDetails, facts: PaperFacts, language: Language) => Promise<Uint8Array> | null,
): GetReceipt => {
  const inTurn = turns();
  return async (query) => {
    const asked = fields(query, { companyId: anyText, contractId: anyText, language: oneOf(LANGUAGES) });
    if (asked.isErr()) return asked;
    const { companyId, contractId, language } = asked.value;
    const details = await given.contractQueries.find(companyId, contractId);
    if (!details) return Err({ code: 'contract_not_found' });
    const written = inTurn(companyId, async () => {
      const { certificate } = details.certificateRequest;
      const facts = await paperFacts(given, details, certificate?.insuranceCompany ?? given.insuranceCompany);
      return write(details, facts, language);
    });
    if (!written) return Err({ code: 'service_unavailable' });
    const paper = await written;
    return paper ? Ok(paper) : Err({ code: 'not_found', what: 'paper' });
  };
};

/** Runs each company's work one piece at a time; returns undefined if too much of it is waiting. */
const turns = () => {
  const waiting = new Map<string, { last: Promise<unknown>; length: number }>();
  return <Value>(companyId: string, work: () => Promise<Value>): Promise<Value> | undefined => {
    const line = waiting.get(companyId) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= LIMIT) return undefined;
    waiting.set(companyId, line);
    line.length += 1;
    const done = line.last.then(work).finally(() => {
      line.length -= 1;
      if (line.length === 0) waiting.delete(companyId);
    });
    line.last = done.catch(() => undefined);
    return done;
  };
};

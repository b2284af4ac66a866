import type { ContractNotFound } from '../../domain/contract/contract.ts';
import type { PaperFacts } from '../../ports/contract-document.ts';
import { LANGUAGES, type Language } from '../../shared/message.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, oneOf, type InvalidRequest } from '../../shared/rules.ts';
import { signProof } from '../proof/sign-proof.ts';
import { paperFacts } from './paper-facts.ts';

export type PaperDependencies = Pick<
  Dependencies,
  'contractQueries' | 'unitOfWork' | 'catalogue' | 'contractDocument' | 'proofSigner' | 'insuranceCompany'
>;

/** The contract exists, but the paper cannot be written yet. */
export interface PaperNotYet {
  readonly code: 'not_found';
  readonly what: 'paper';
}

/** Too many of the company's papers are waiting to be written. */
export interface TooManyPapers {
  readonly code: 'service_unavailable';
}

interface PaperQuery {
  readonly companyId: string;
  readonly contractId: string;
  readonly language: string;
}

type PaperRefused = InvalidRequest | ContractNotFound | PaperNotYet | TooManyPapers;

/** Writes a contract's document. Each call writes the document again. */
export type GetContractDocument = (query: PaperQuery) => Promise<Result<Uint8Array, PaperRefused>>;

/** Writes a contract's receipt. Each call writes the receipt again. */
export type GetReceipt = (query: PaperQuery) => Promise<Result<Uint8Array, PaperRefused>>;

/** Writes the statement of a contract's cancellation. Each call writes the statement again. */
export type GetCancellationStatement = (query: PaperQuery) => Promise<Result<Uint8Array, PaperRefused>>;

/**
 * In each process, a company can have at most this many papers of one kind in progress or waiting. A company's papers
 * of one kind are written one after another, so that one company cannot delay the others for long.
 */
const LIMIT = 8;

/**
 * The contract document in any language, available once the certificate is issued and the authority's code has been
 * read. If the code cannot be read, the document is available once the French document has been stored without the
 * code. Does not change the stored document.
 */
export const getContractDocument = (dependencies: PaperDependencies): GetContractDocument =>
  paperOnDemand(dependencies, ({ certificateRequest: { certificate }, contract, vehicle }, facts, language) => {
    const { authorityCode, documents } = contract;
    if (certificate === null || (authorityCode === null && documents.contractDocument === null)) return null;
    const proof = signProof(dependencies.proofSigner, 'contract', { contract, vehicle, certificate });
    return dependencies.contractDocument.render({ ...facts, certificate, authorityCode, proof }, language);
  });

/** A contract's receipt (quittance), available from the payment on. */
export const getReceipt = (dependencies: PaperDependencies): GetReceipt =>
  paperOnDemand(dependencies, ({ certificateRequest: { certificate }, contract, vehicle }, facts, language) => {
    const { payment } = facts;
    if (payment === null) return null;
    const proof = signProof(dependencies.proofSigner, 'receipt', { contract, vehicle, certificate });
    return dependencies.contractDocument.receipt({ ...facts, payment, proof }, language);
  });

/** The statement of a contract's cancellation, available once the contract is cancelled. */
export const getCancellationStatement = (dependencies: PaperDependencies): GetCancellationStatement =>
  paperOnDemand(dependencies, (_, facts, language) => {
    const { payment, contract } = facts;
    if (payment === null || contract.cancelled === null) return null;
    return dependencies.contractDocument.cancellation({ ...facts, payment, cancelled: contract.cancelled }, language);
  });

/** `write` returns null if the paper cannot be written yet. */
const paperOnDemand = (
  dependencies: PaperDependencies,
  write: (details: ContractDetails, facts: PaperFacts, language: Language) => Promise<Uint8Array> | null,
): GetReceipt => {
  const inTurn = turns();
  return async (query) => {
    const checked = fields(query, { companyId: anyText, contractId: anyText, language: oneOf(LANGUAGES) });
    if (checked.isErr()) return checked;
    const { companyId, contractId, language } = checked.value;
    const details = await dependencies.contractQueries.find(companyId, contractId);
    if (!details) return Err({ code: 'contract_not_found' });
    const written = inTurn(companyId, async () => {
      const { certificate } = details.certificateRequest;
      const facts = await paperFacts(
        dependencies,
        details,
        certificate?.insuranceCompany ?? dependencies.insuranceCompany,
      );
      return write(details, facts, language);
    });
    if (!written) return Err({ code: 'service_unavailable' });
    const paper = await written;
    return paper ? Ok(paper) : Err({ code: 'not_found', what: 'paper' });
  };
};

/** Runs each company's tasks one at a time. Returns undefined if the company already has `LIMIT` tasks. */
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

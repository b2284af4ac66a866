import type { ContractNotFound } from '../../domain/contract/contract.ts';
import { LANGUAGES, type Language, type PaperFacts } from '../../ports/contract-document.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, oneOf, type InvalidRequest } from '../../shared/rules.ts';
import { paperFacts } from './paper-facts.ts';

/** What papers that are asked for stand on. */
export type PaperDependencies = Pick<
  Dependencies,
  'contractQueries' | 'unitOfWork' | 'catalogue' | 'contractDocument' | 'proofSigner' | 'insuranceCompany'
>;

/** The contract is there, and what the paper is about is not yet. */
export interface PaperNotYet {
  readonly code: 'not_found';
  readonly what: 'paper';
}

/** So many papers are being written that one more would wait too long. */
export interface TooManyPapers {
  readonly code: 'service_unavailable';
}

/** Writes a paper of one of the company's contracts, anew each time. */
export type WritePaper = (query: {
  readonly companyId: string;
  readonly contractId: string;
  readonly language: string;
}) => Promise<Result<Uint8Array, InvalidRequest | ContractNotFound | PaperNotYet | TooManyPapers>>;

/** Papers are drawn one after the other: a process keeps the documents that must be made from waiting for long. */
const LIMIT = 8;

/** `write` answers nothing where what the paper is about is not there yet. */
export const paperOnDemand = (
  given: PaperDependencies,
  write: (details: ContractDetails, facts: PaperFacts, language: Language) => Promise<Uint8Array> | null,
): WritePaper => {
  let underWay = 0;
  return async (query) => {
    const asked = fields(query, { companyId: anyText, contractId: anyText, language: oneOf(LANGUAGES) });
    if (asked.isErr()) return asked;
    const { companyId, contractId, language } = asked.value;
    const details = await given.contractQueries.find(companyId, contractId);
    if (!details) return Err({ code: 'contract_not_found' });
    if (underWay >= LIMIT) return Err({ code: 'service_unavailable' });
    underWay += 1;
    try {
      const { certificate } = details.certificateRequest;
      const facts = await paperFacts(given, details, certificate?.insuranceCompany ?? given.insuranceCompany);
      const paper = await write(details, facts, language);
      return paper ? Ok(paper) : Err({ code: 'not_found', what: 'paper' });
    } finally {
      underWay -= 1;
    }
  };
};

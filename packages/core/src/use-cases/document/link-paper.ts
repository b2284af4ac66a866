import type { ContractNotFound } from '../../domain/contract/contract.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { StorageUnavailable } from '../../ports/documents.ts';
import type { By } from '../../shared/author.ts';
import { later, type Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, author, fields, oneOf, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { fileName, withLinks } from '../contract/get-contract.ts';
import { recordInHistory } from '../record-in-history.ts';
import type { GetCancellationStatement, GetReceipt, TooManyPapers } from './paper-on-demand.ts';

/** The papers of a contract. */
export const PAPERS = ['contract', 'certificate', 'receipt', 'cancellation'] as const;

/** A paper of a contract. */
export type Paper = (typeof PAPERS)[number];

/** The contract has no such paper yet. */
export interface PaperNotFound {
  readonly code: 'paper_not_found';
}

/** A link that opens a paper without signing in. */
export interface PaperLink {
  readonly paper: Paper;
  readonly link: string;
  readonly expires: Instant;
}

export interface LinkPaperCommand {
  readonly contractId: string;
  readonly paper: string;
  readonly why: string;
  readonly by: By;
}

type LinkPaperDependencies = Pick<Dependencies, 'unitOfWork' | 'contractQueries' | 'documents' | 'clock'> & {
  readonly getReceipt: GetReceipt;
  readonly getCancellationStatement: GetCancellationStatement;
};

/** Hours for which the store's links are valid (docs/api.md 3.5). */
const HOURS = 1;

/** The papers that are written on request: the dependency that writes the paper, and the last part of the file name. */
export const PAPERS_ON_REQUEST = {
  receipt: { write: 'getReceipt', name: 'quittance' },
  cancellation: { write: 'getCancellationStatement', name: 'annulation' },
} as const;

const RULES = { contractId: anyText, paper: oneOf(PAPERS), why: shortText, by: author } as const;

/**
 * Makes a link to a paper, so that an operator can send the paper again. The link opens the paper for anyone. So the
 * contract's history records the operator and the reason, but not the link. A receipt or a statement of cancellation is
 * written when its link is made.
 */
export const linkPaper =
  ({ unitOfWork, contractQueries, documents, clock, ...papers }: LinkPaperDependencies) =>
  async (
    command: LinkPaperCommand,
  ): Promise<
    Result<PaperLink, InvalidRequest | ContractNotFound | PaperNotFound | StorageUnavailable | TooManyPapers>
  > => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { contractId: id, paper, why, by } = checked.value;
    const details = await contractQueries.inspect(id);
    if (!details) return Err({ code: 'contract_not_found' });
    const { companyId, policyNumber } = details.contract;
    const { contractDocumentUrl, certificateImageUrl } = (await withLinks(documents, details)).links;
    let link = paper === 'contract' ? contractDocumentUrl : certificateImageUrl;
    if (paper === 'receipt' || paper === 'cancellation') {
      const { write, name } = PAPERS_ON_REQUEST[paper];
      const written = await papers[write]({ companyId, contractId: id, language: 'fr' });
      if (written.isErr())
        return Err(written.error.code === 'service_unavailable' ? written.error : { code: 'paper_not_found' });
      const key = `companies/${companyId}/contracts/${id}/${paper}`;
      const stored = await documents.put({ key, type: 'application/pdf', bytes: written.value });
      if (stored.isErr()) return stored;
      link = await documents.link(key, fileName(`${policyNumber}-${name}`, '.pdf'));
    }
    if (link === null) return Err({ code: 'paper_not_found' });
    const at = clock.now();
    await unitOfWork.run<boolean, never>(async (tx) =>
      Ok(
        await recordInHistory(
          tx,
          { what: 'contract', companyId, id },
          { at, why: { code: 'paper_linked', paper, note: why }, by, evidence: { paper } },
        ),
      ),
    );
    return Ok({ paper, link, expires: later(at, { hours: HOURS }) });
  };

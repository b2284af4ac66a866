import type { Dependencies } from '../../ports/dependencies.ts';
import type { Change } from '../../ports/history.ts';
import type { By, Identity } from '../../shared/author.ts';
import { Ok } from '../../shared/result.ts';
import { withCompany } from '../company/find-company.ts';
import { recordInHistory } from '../record-in-history.ts';

/**
 * How a proposal ended without being carried out. `refused`: a second person confirmed the proposal, but the service
 * refused the action.
 */
export type ProposalEnd = 'withdrawn' | 'expired' | 'refused';

/** An action that a person proposed, and that was not carried out. */
export interface EndedProposal {
  readonly id: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly proposer: Identity;
  readonly end: ProposalEnd;
  /** The person who withdrew or confirmed the proposal; absent if the proposal expired. */
  readonly by?: By | undefined;
}

export interface ProposalSubject {
  readonly what: 'payment' | 'contract' | 'company';
  readonly id: string;
}

type RecordProposalEndDependencies = Pick<Dependencies, 'unitOfWork' | 'paymentQueries' | 'contractQueries' | 'clock'>;

/**
 * Adds the end of a proposal to the history of its subject. Idempotent. Returns false if the subject does not exist.
 */
export const recordProposalEnd =
  ({ unitOfWork, paymentQueries, contractQueries, clock }: RecordProposalEndDependencies) =>
  async ({ what, id }: ProposalSubject, proposal: EndedProposal): Promise<boolean> => {
    const companyId =
      what === 'payment'
        ? (await paymentQueries.find(id))?.payment.companyId
        : what === 'contract'
          ? (await contractQueries.inspect(id))?.contract.companyId
          : id;
    if (companyId === undefined) return false;
    const { end, by, id: proposalId, ...proposed } = proposal;
    const entry = {
      at: clock.now(),
      why: { code: `proposal_${end}` } as const,
      by,
      evidence: { proposal: proposalId, ...proposed },
    };
    const isOfProposal = ({ evidence }: Change): boolean => evidence?.['proposal'] === proposalId;
    const recorded = await withCompany<boolean>(unitOfWork, companyId, async (tx, company) => {
      if ((await tx.history.of(companyId, [id])).some(isOfProposal)) return Ok(true);
      if (what !== 'company') return Ok(await recordInHistory(tx, { what, companyId, id }, entry));
      await tx.companies.save(company, entry);
      return Ok(true);
    });
    return recorded.unwrapOr(false);
  };

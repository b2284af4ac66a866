import { recordProposalEnd, type ProposalEnd } from '@vehicle-insurance/core';
import type { Identity } from '@vehicle-insurance/core';
import { ACTIONS } from '../actions.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Proposal } from './proposals.ts';

type RecordingDependencies = Pick<PageDependencies, 'ports' | 'access'>;

/**
 * Records the withdrawn and expired proposals that `claimEnded` returns. If one proposal cannot be recorded, the error
 * is reported, and the others are still recorded. A call at least half a minute later retries the failed proposal.
 */
export const recordEnds = async (dependencies: RecordingDependencies): Promise<void> => {
  const { proposals } = dependencies.access;
  for (const ended of await proposals.claimEnded())
    try {
      await recordEnd(dependencies, ended, ended.ended, ended.endedBy ?? undefined);
      await proposals.markRecorded(ended);
    } catch (cause) {
      dependencies.ports.errorReporter.report({ what: 'the end of a proposal could not be recorded yet', cause });
    }
};

/**
 * Writes the end of a proposal to the history of its payment, contract or company. If there is none, writes to the
 * console's history.
 */
export const recordEnd = async (
  { ports, access }: RecordingDependencies,
  { id, action, fields, subjectId, proposedBy, issuer, subject }: Proposal,
  end: ProposalEnd,
  by: Identity | undefined,
): Promise<void> => {
  const known = ACTIONS.get(action);
  // The content of a file is left out, because it can be large.
  const isFile = (field: string): boolean =>
    known?.fields.some(({ name, kind }) => name === field && kind === 'file') === true;
  const short = Object.fromEntries(Object.entries(fields).filter(([field]) => !isFile(field)));
  const proposal = { id, action, fields: short, proposer: { name: proposedBy, issuer, subject }, end, by };
  const what = known?.about;
  const isRecorded =
    subjectId !== null &&
    (what === 'payment' || what === 'contract' || what === 'company') &&
    (await recordProposalEnd(ports)({ what, id: subjectId }, proposal));
  if (!isRecorded) await access.history.addProposal(proposal);
};

import { recordProposalEnd, type ProposalEnd } from '@vehicle-insurance/core';
import type { Identity } from '@vehicle-insurance/core';
import { ACTIONS } from '../actions/actions.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Proposal } from './proposals.ts';

type Given = Pick<PageDependencies, 'ports' | 'access'>;

/**
 * Records every withdrawal and expiry that is not in a history yet. One that fails is reported and tried again later;
 * the others are recorded.
 */
export const recordEnds = async (given: Given): Promise<void> => {
  const { proposals } = given.access;
  for (const ended of await proposals.claimEnded())
    try {
      await recordEnd(given, ended, ended.ended, ended.endedBy ?? undefined);
      await proposals.recorded(ended);
    } catch (cause) {
      given.ports.errorReporter.report({ what: 'the end of a proposal could not be recorded yet', cause });
    }
};

/** Records how a proposal ended in the history of what it is about, or in the console's if that is of no company. */
export const recordEnd = async (
  { ports, access }: Given,
  { id, action, fields, subjectId, proposedBy, issuer, subject }: Proposal,
  end: ProposalEnd,
  by: Identity | undefined,
): Promise<void> => {
  const proposal = { id, action, fields, proposer: { name: proposedBy, issuer, subject }, end, by };
  const what = ACTIONS.get(action)?.about;
  const isRecorded =
    subjectId !== null &&
    (what === 'payment' || what === 'contract' || what === 'company') &&
    (await recordProposalEnd(ports)({ what, id: subjectId }, proposal));
  if (!isRecorded) await access.history.addProposal(proposal);
};

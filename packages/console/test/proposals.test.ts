import { StoreUnavailable, type ErrorReporter, type Instant } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { recordEnds } from '../src/access/record-ends.ts';
import type { Proposal } from '../src/access/proposals.ts';
import { confirmProposal } from '../src/pages/proposals.ts';
import type { PageDependencies } from '../src/web/page-dependencies.ts';
import type { Visit } from '../src/web/route.ts';

const PROPOSAL: Proposal = {
  ...{ id: 'p-1', action: 'payment-close', subjectId: 'pay-1', fields: { why: 'asked for' }, proposedBy: 'Awa' },
  ...{ issuer: null, subject: null, expiresAt: '2026-01-15T10:00:00.000Z' as Instant },
  isOver: false,
};

describe('the confirmation of a proposal', () => {
  it('reports an uncertain result and what to do if the database fails, as it cannot be repeated', async () => {
    const waiting = [PROPOSAL];
    const reported: string[] = [];
    const errorReporter: ErrorReporter = { report: ({ what }) => void reported.push(what) };
    const away = () => Promise.reject(new StoreUnavailable());
    const dependencies = {
      access: {
        proposals: { list: () => Promise.resolve(waiting), take: () => Promise.resolve(waiting.pop()) },
      },
      ports: { errorReporter, paymentQueries: { find: away }, unitOfWork: { run: away } },
    } as unknown as PageDependencies;
    const person = { name: 'Koffi', role: 'act', issuer: null, subject: null } as const;
    const visit = { person, params: { id: PROPOSAL.id } } as unknown as Visit;
    const answer = await confirmProposal.answer(visit, dependencies);
    expect(answer).to.include({ to: '/payment/pay-1' });
    expect(answer)
      .to.have.property('said')
      .that.includes('peut-être été exécutée')
      .and.includes('proposer et confirmer de nouveau');
    expect(reported).to.deep.equal(['a confirmed proposal (payment-close) may not have been carried out']);
    expect(waiting).to.deep.equal([]);
  });
});

describe('the ends of proposals', () => {
  it('are recorded even if recording one of them fails, which is reported', async () => {
    const ended = ['p-1', 'p-2', 'p-3'].map((id) => ({ ...PROPOSAL, id, action: 'month-close', ended: 'expired' }));
    const [kept, reported]: [string[], string[]] = [[], []];
    const addProposal = async ({ id }: { readonly id: string }) => {
      if (id === 'p-1') throw new Error('it cannot be written');
    };
    await recordEnds({
      access: {
        proposals: {
          claimEnded: () => Promise.resolve(ended),
          markRecorded: ({ id }: Proposal) => Promise.resolve(void kept.push(id)),
        },
        history: { addProposal },
      },
      ports: { errorReporter: { report: ({ what }: { readonly what: string }) => void reported.push(what) } },
    } as unknown as PageDependencies);
    expect(kept).to.deep.equal(['p-2', 'p-3']);
    expect(reported).to.deep.equal(['the end of a proposal could not be recorded yet']);
  });
});

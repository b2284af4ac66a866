import { OUT_OF_STOCK } from '@vehicle-insurance/testkit';
import { later } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { buyContract, PAID_AT } from './bought.ts';

describe('the certificate of a paid quote', () => {
  it('is requested at once with the facts of the contract, and issued', async () => {
    const { authority, contract } = await buyContract();
    const { contract: paid, quote, vehicle, certificateRequest } = await contract();
    const [held, ...more] = authority.held();
    expect(more).to.deep.equal([]);
    expect(held?.application).to.deep.include({
      ...{ policyNumber: paid.policyNumber, subscribedOn: '2026-01-15', policyholder: quote.policyholder, vehicle },
      ...{ effectiveDate: paid.startDate, expiryDate: paid.endDate },
    });
    expect(certificateRequest).to.deep.include({ status: 'issued', certificate: held?.certificate, due: null });
  });

  for (const [title, script] of Object.entries({
    // Proves: lost-answer-looked-up
    'is looked up after a lost answer and never requested twice': 'answer lost',
    'is requested once more if the request itself was lost': 'request lost',
  } as const))
    it(title, async () => {
      const { authority, request, pass } = await buyContract((it) => it.authority.scriptNextRequests(script));
      expect((await request()).status).to.equal('pending');
      await pass({ minutes: 3 });
      expect((await request()).status).to.equal('issued');
      expect(authority.held()).to.have.length(1);
    });

  // Proves: refusals-for-six-hours
  it('fails six hours after the first refusal, and an operator can retry it', async () => {
    const { authority, request, commands, passUntil, pass } = await buyContract((it) => it.authority.refuseAll(true));
    expect(await request()).to.deep.include({ status: 'pending', refusals: 1, refusal: OUT_OF_STOCK });
    await passUntil(later(PAID_AT, { hours: 5, minutes: 59 }));
    expect((await request()).status).to.equal('pending');
    await passUntil(later(PAID_AT, { hours: 6 }));
    expect(await request()).to.include({ status: 'failed', due: null });
    expect((await commands.retry()).isOk()).to.equal(true);
    const due = { at: later(PAID_AT, { hours: 6 }), attempts: 0 };
    expect(await request()).to.deep.include({ status: 'pending', refusals: 0, firstRefused: null, answered: 0, due });
    await pass({ hours: 5 });
    expect((await request()).status).to.equal('pending');
    authority.refuseAll(false);
    await pass({ hours: 1 });
    expect((await request()).status).to.equal('issued');
    expect((await commands.retry()).unwrapErr()).to.include({ code: 'illegal_transition', machine: 'certificate' });
  });
});

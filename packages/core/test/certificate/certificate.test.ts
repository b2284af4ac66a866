import { OUT_OF_STOCK } from '@vehicle-insurance/testkit';
import { later } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { START } from '../scenario.ts';
import { bought, PAID_AT } from './bought.ts';

describe('the certificate of a paid quote', () => {
  it('is asked for at once, in the words of the contract, and issued', async () => {
    const { authority, contract } = await bought();
    const { contract: paid, quote, vehicle, certificateRequest } = await contract();
    const [held, ...more] = authority.held();
    expect(more).to.deep.equal([]);
    expect(held?.application).to.deep.include({
      ...{ policyNumber: paid.policyNumber, subscribedOn: '2026-01-15', policyholder: quote.policyholder, vehicle },
      ...{ effectiveDate: paid.startDate, expiryDate: paid.endDate },
    });
    expect(certificateRequest).to.deep.include({ status: 'issued', certificate: held?.certificate, due: null });
  });

  // Proves: certificate-schedule
  it('is asked about after 10 seconds and then after minutes, once it is accepted', async () => {
    const { request, passUntil } = await bought(({ authority }) => authority.scriptNextRequests('issued later'));
    expect(await request()).to.deep.include({ status: 'pending' });
    expect((await request()).due?.at).to.equal(later(PAID_AT, { seconds: 10 }));
    await passUntil(later(PAID_AT, { seconds: 10 }));
    expect((await request()).due?.at).to.equal(later(PAID_AT, { minutes: 1 }));
    await passUntil(later(PAID_AT, { minutes: 1 }));
    expect((await request()).status).to.equal('issued');
  });

  for (const [title, script] of Object.entries({
    // Proves: lost-answer-looked-up
    'is looked up after a lost answer, and never asked for twice': 'answer lost',
    'is asked for again, once, if the request itself was lost': 'request lost',
  } as const))
    it(title, async () => {
      const { authority, request, pass } = await bought((it) => it.authority.scriptNextRequests(script));
      expect((await request()).status).to.equal('pending');
      await pass({ minutes: 3 });
      expect((await request()).status).to.equal('issued');
      expect(authority.held()).to.have.length(1);
    });

  // Proves: authority-silent-is-no-refusal
  it('waits for a silent authority as long as it takes, and counts no refusal', async () => {
    const { authority, request, pass } = await bought(({ authority }) => authority.fallSilent());
    await pass({ hours: 100 });
    expect(await request()).to.include({ status: 'pending', refusals: 0 });
    authority.speakAgain();
    await pass({ hours: 2 });
    expect((await request()).status).to.equal('issued');
  });

  // Proves: refusals-for-six-hours
  it('comes back later after each refusal: 1, 2, 5, 10, 20, 40 and 60 minutes, each a fifth more or less', async () => {
    const { request, passUntil, clock } = await bought(({ authority }) => authority.refuseAll(true));
    for (const minutes of [1, 2, 5, 10, 20, 40, 60, 60]) {
      const at = (await request()).due?.at ?? START;
      const waited = (Date.parse(at) - Date.parse(clock.now())) / 60_000;
      expect(waited).to.be.within(minutes * 0.8, minutes * 1.2);
      await passUntil(at);
    }
  });

  // Proves: refusals-for-six-hours
  it('fails six hours after the first refusal, and an operator can begin anew', async () => {
    const { authority, request, commands, passUntil, pass } = await bought((it) => it.authority.refuseAll(true));
    expect(await request()).to.deep.include({ status: 'pending', refusals: 1, refusal: OUT_OF_STOCK });
    await passUntil(later(PAID_AT, { hours: 5, minutes: 59 }));
    expect((await request()).status).to.equal('pending');
    await passUntil(later(PAID_AT, { hours: 6 }));
    expect(await request()).to.include({ status: 'failed', due: null });
    expect((await commands.retry()).isOk()).to.equal(true);
    expect(await request()).to.include({ status: 'pending', refusals: 0, firstRefused: null });
    await pass({ hours: 5 });
    expect((await request()).status).to.equal('pending');
    authority.refuseAll(false);
    await pass({ hours: 1 });
    expect((await request()).status).to.equal('issued');
    expect((await commands.retry()).unwrapErr().code).to.equal('illegal_transition');
  });

  // Proves: attach-without-look-up
  it('stays pending, and asks for no second one, where a lost answer cannot be looked up', async () => {
    const { authority, request, pass } = await bought(({ authority }) => {
      authority.offerLookUp(false);
      authority.scriptNextRequests('answer lost');
    });
    await pass({ hours: 12 });
    expect(await request()).to.include({ status: 'pending', refusals: 0 });
    expect(authority.held()).to.have.length(1);
  });
});

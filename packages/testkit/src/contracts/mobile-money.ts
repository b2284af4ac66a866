import { RESPONSE_SECONDS, CURRENCY, later, type Session } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { NOTIFICATION_CASES } from './mobile-money-notifications.ts';
import { openSession, type MobileMoneySubject } from './mobile-money-subject.ts';
import { value } from './outcomes.ts';
import { portContract } from './port-contract.ts';

const read = async ({ mobileMoney }: MobileMoneySubject, { id }: Session): Promise<Session> =>
  value(await mobileMoney.read(id));

/** The result of a call, which must arrive in time. */
const inTime = async <Answer>(kind: 'open' | 'search' | 'others', call: () => Promise<Answer>): Promise<Answer> => {
  const began = performance.now();
  const answer = await call();
  expect((performance.now() - began) / 1000, `seconds until the answer: ${kind}`).to.be.below(RESPONSE_SECONDS[kind]);
  return answer;
};

const stateOf = async (subject: MobileMoneySubject, session: Session): Promise<Session['state']> =>
  (await read(subject, session)).state;

/** The sessions under a reference. Null if the provider has no search; the gateway must then report this. */
const search = async ({ mobileMoney }: MobileMoneySubject, reference: string): Promise<readonly Session[] | null> => {
  const said = await mobileMoney.search(reference);
  if (mobileMoney.capabilities.search === true) return value(said);
  expect(said).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
  return null;
};

/** An untouched session, as a later read returns it. */
const asRead = ({ mobileMoney: { capabilities } }: MobileMoneySubject, session: Session): Session =>
  capabilities.address === 'always' ? session : { ...session, url: null };

/** The requirements on every gateway to a mobile-money provider. */
export const mobileMoneyContract = portContract<MobileMoneySubject>('MobileMoney', {
  'opens a session that a payer can confirm, as requested': async (subject) => {
    const request = subject.requestThatIs('opened');
    const session = value(await subject.mobileMoney.open(request));
    expect(session).to.include({
      state: 'open',
      amount: request.amount,
      currency: CURRENCY,
      completed: null,
      lastFailure: null,
    });
    if (subject.mobileMoney.capabilities.address === 'none') expect(session.url).to.equal(null);
    else expect(URL.canParse(session.url ?? '')).to.equal(true);
    expect(await read(subject, session)).to.deep.equal(asRead(subject, session));
  },

  'accepts every multiple of its step, and nothing between': async ({ mobileMoney, requestThatIs }) => {
    const { amountStep } = mobileMoney.capabilities;
    const [request, between] = [requestThatIs('opened'), requestThatIs('opened')];
    const taken = await mobileMoney.open({ ...request, amount: request.amount + amountStep });
    expect(value(taken).amount).to.equal(request.amount + amountStep);
    const refused = await mobileMoney.open({ ...between, amount: between.amount + 1 });
    expect(refused.outcome).to.equal(amountStep === 1 ? 'done' : 'refused');
  },

  'finds a session by its reference, and nothing under any other': async (subject) => {
    const request = subject.requestThatIs('opened');
    const session = value(await subject.mobileMoney.open(request));
    const found = await search(subject, request.reference);
    if (found) expect(found).to.deep.equal([asRead(subject, session)]);
    const none = await search(subject, subject.requestThatIs('opened').reference);
    if (none) expect(none).to.deep.equal([]);
  },

  'has a search, or a page that no payer finds without the opening’s answer, for the declared time': async (
    subject,
  ) => {
    const { search: found, address } = subject.mobileMoney.capabilities;
    if (found === true) return;
    // With a prompt on the phone, a payer could pay into a session that cannot be found.
    expect(address).to.not.equal('none');
    const { expires } = await openSession(subject);
    const end = later(subject.clock.now(), { minutes: found.lifeMinutes });
    expect(found.lifeMinutes > 0 && (expires ?? end) <= end).to.equal(true);
  },

  'finds every session under a reference, including a second one': async (subject) => {
    const { mobileMoney } = subject;
    const request = subject.requestThatIs('opened');
    const first = value(await mobileMoney.open(request));
    const again = await mobileMoney.open(request);
    const found = (await search(subject, request.reference))?.map(({ id }) => id);
    if (!found) return;
    // The provider may refuse the second opening, return the first session, or leave the outcome unknown.
    expect(found).to.include.members([first.id, ...(again.outcome === 'done' ? [again.value.id] : [])]);
    if (again.outcome !== 'unknown') expect(new Set(found).size).to.equal(found.length);
  },

  'reports a refusal if the provider certainly opened nothing': async (subject) => {
    const request = subject.requestThatIs('refused');
    const answer = await subject.mobileMoney.open(request);
    expect(answer.outcome).to.equal('refused');
    if (answer.outcome === 'refused') expect(answer.reason).to.be.a('string');
    expect((await search(subject, request.reference)) ?? []).to.deep.equal([]);
  },

  'reports an unknown outcome if the answer was lost, and finds the session by its reference': async (subject) => {
    const request = subject.requestThatIs('opened, but unanswered');
    expect((await inTime('open', () => subject.mobileMoney.open(request))).outcome).to.equal('unknown');
    const sessions = await search(subject, request.reference);
    if (!sessions) return;
    const [found, ...more] = sessions;
    expect(found).to.include({ state: 'open', amount: request.amount });
    // If only the lost response contained the URL, the search returns no URL.
    expect(found?.url === null).to.equal(subject.mobileMoney.capabilities.address !== 'always');
    expect(more).to.deep.equal([]);
  },

  'reports an unknown outcome if the provider does not answer, for every call': async (subject) => {
    const { mobileMoney } = subject;
    const request = subject.requestThatIs('opened, then silence');
    const session = value(await mobileMoney.open(request));
    const { expire, refund, search: canSearch } = mobileMoney.capabilities;
    const answers = [
      await inTime('others', () => mobileMoney.read(session.id)),
      ...(canSearch === true ? [await inTime('search', () => mobileMoney.search(request.reference))] : []),
      ...(expire ? [await inTime('others', () => mobileMoney.expire(session.id))] : []),
      ...(refund ? [await inTime('others', () => mobileMoney.refund(session.id))] : []),
    ];
    for (const answer of answers) expect(answer.outcome).to.equal('unknown');
  },

  'reports an unknown outcome for a session that the provider does not know': async ({ mobileMoney }) => {
    expect((await mobileMoney.read('no-such-session')).outcome).to.equal('unknown');
  },

  'reports that money has arrived, how much, and when by the provider’s clock': async (subject) => {
    const session = await openSession(subject);
    await subject.payerConfirms(session);
    const paid = await read(subject, session);
    expect(paid).to.include({ id: session.id, state: 'paid', amount: session.amount, currency: CURRENCY });
    // Null if the provider reports no time. A reported time must be right.
    if (paid.completed === null) return;
    const now = subject.clock.now();
    expect(paid.completed >= later(now, { minutes: -1 }) && paid.completed <= later(now, { minutes: 1 })).to.equal(
      true,
    );
  },

  'reports why an attempt failed, and whether the payer can try again': async (subject) => {
    const session = await openSession(subject);
    await subject.payerFails(session);
    const after = await read(subject, session);
    // A prompt allows only one attempt, and the session ends with that attempt.
    expect(['open', 'expired']).to.include(after.state);
    expect(after.lastFailure).to.be.a('string');
    await subject.payerConfirms(session);
    expect(await stateOf(subject, session)).to.equal(after.state === 'open' ? 'paid' : 'expired');
  },

  'accepts no money from another number if its provider can restrict the payer': async (subject) => {
    const session = await openSession(subject);
    await subject.payerConfirms(session, '+2250100000099');
    const after = await read(subject, session);
    const { payerLock, address } = subject.mobileMoney.capabilities;
    if (payerLock) {
      expect(after.state).to.equal('open');
      // Not every provider reports the reason. Only the phone that gets the prompt can confirm the prompt.
      expect(['payer_mismatch', 'declined', ...(address === 'none' ? [null] : [])]).to.include(after.lastFailure);
    } else expect(after).to.include({ state: 'paid', amount: session.amount });
  },

  'makes an unpaid session unpayable, once': async (subject) => {
    const { mobileMoney } = subject;
    const [session, paid] = [await openSession(subject), await openSession(subject)];
    await subject.payerConfirms(paid);
    if (!mobileMoney.capabilities.expire) {
      expect(await mobileMoney.expire(session.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
      return;
    }
    expect((await mobileMoney.expire(session.id)).outcome).to.equal('done');
    const after = await stateOf(subject, session);
    expect(mobileMoney.capabilities.debits === 'reported' ? ['expired'] : ['expired', 'expired_unsettled']).to.include(
      after,
    );
    expect(await mobileMoney.expire(session.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
    expect(await mobileMoney.expire(paid.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
    expect(await stateOf(subject, paid)).to.equal('paid');
  },

  'reports a debit if it can, and the arrival of its money, even after the session has ended': async (subject) => {
    const { mobileMoney } = subject;
    const { debits, expire } = mobileMoney.capabilities;
    const session = value(await mobileMoney.open(subject.requestThatIs('opened, with a slow debit')));
    await subject.payerConfirms(session);
    const stateNow = () => stateOf(subject, session);
    expect(await stateNow()).to.equal(debits === 'reported' ? 'processing' : 'open');
    if (expire) {
      await mobileMoney.expire(session.id);
      expect(await stateNow()).to.equal(debits === 'reported' ? 'expired_processing' : 'expired_unsettled');
    }
    await subject.debitEnds(session);
    expect(await read(subject, session)).to.include({ state: 'paid', amount: session.amount });
  },

  'refunds money once, even if it is called again, and never money that did not arrive': async (subject) => {
    const { mobileMoney } = subject;
    const [session, paid, twice] = [await openSession(subject), await openSession(subject), await openSession(subject)];
    for (const each of [paid, twice]) await subject.payerConfirms(each);
    if (!mobileMoney.capabilities.refund) {
      expect(await mobileMoney.refund(paid.id)).to.deep.include({ outcome: 'refused', reason: 'not_supported' });
      return;
    }
    const refund = async ({ id }: Session) => (await mobileMoney.refund(id)).outcome;
    if (subject.refundEnds) expect(await refund(paid), 'on its way').to.equal('not_yet');
    // Two workers call at once. One worker has lost its lease.
    await Promise.all([refund(twice), refund(twice)]);
    for (const each of [paid, twice]) {
      await subject.refundEnds?.(each);
      for (let count = 0; count < 2; count += 1) expect(await refund(each)).to.equal('done');
      expect(await subject.givenBack(each)).to.equal(each.amount);
    }
    expect(['refused', 'unknown']).to.include((await mobileMoney.refund(session.id)).outcome);
    expect(await subject.givenBack(session)).to.equal(0);
  },

  ...NOTIFICATION_CASES,

  'accepts openings while the provider answers': async (subject) => {
    await openSession(subject);
    expect(subject.mobileMoney.accepting()).to.equal(true);
  },
});

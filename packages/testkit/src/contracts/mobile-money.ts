import {
  CURRENCY,
  later,
  type Clock,
  type MobileMoney,
  type Outcome,
  type RawNotice,
  type Session,
  type SessionRequest,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { portContract } from './contract.ts';

/** What the outside does with a request for money. */
export type RequestKind =
  | 'opened'
  /** The provider certainly opens nothing. */
  | 'refused'
  /** A session is opened, and the answer is lost on the way. */
  | 'opened, but unanswered'
  /** A session is opened, and after that the provider cannot be reached about it. */
  | 'opened, then silence';

/** What this provider can do, in the open: a case that needs what it cannot do checks that it says so. */
export interface MobileMoneyCapabilities {
  readonly expire: boolean;
  readonly refund: boolean;
  /** Only the number asked for can pay. */
  readonly payerLock: boolean;
  readonly notices: boolean;
}

/** A gateway under test, and the levers of the world outside it. */
export interface MobileMoneySubject {
  readonly mobileMoney: MobileMoney;
  readonly capabilities: MobileMoneyCapabilities;
  readonly clock: Clock;
  /** A request that the outside treats in this way, with a reference of its own. */
  requestThatIs(kind: RequestKind): SessionRequest;
  /** The payer of the session confirms; from another number where one is given. */
  payerConfirms(session: Session, from?: string): Promise<void>;
  /** The payer's try fails; the session stays open. */
  payerFails(session: Session): Promise<void>;
  /** The notifications the provider has sent about the session, in its own form. */
  noticesAbout(session: Session): Promise<readonly RawNotice[]>;
}

const value = <Value>(answer: Outcome<Value, unknown>): Value => {
  if (answer.outcome !== 'done') throw new Error(`expected an answer that is done, got ${JSON.stringify(answer)}`);
  return answer.value;
};

const opened = async (subject: MobileMoneySubject): Promise<Session> =>
  value(await subject.mobileMoney.open(subject.requestThatIs('opened')));

const firstNotice = async (subject: MobileMoneySubject, session: Session): Promise<RawNotice> => {
  const [notice] = await subject.noticesAbout(session);
  if (!notice) throw new Error('the provider sent no notification');
  return notice;
};

/** What every gateway to a mobile-money provider must do. */
export const mobileMoneyContract = portContract<MobileMoneySubject>('MobileMoney', {
  'opens a session that a payer can confirm, with what was asked for': async (subject) => {
    const request = subject.requestThatIs('opened');
    const session = value(await subject.mobileMoney.open(request));
    expect(session).to.include({
      state: 'open',
      amount: request.amount,
      currency: CURRENCY,
      completed: null,
      lastFailure: null,
    });
    expect(URL.canParse(session.url ?? '')).to.equal(true);
    expect(value(await subject.mobileMoney.read(session.id))).to.deep.equal(session);
  },

  'finds a session by its reference, and nothing under any other': async (subject) => {
    const request = subject.requestThatIs('opened');
    const session = value(await subject.mobileMoney.open(request));
    expect(value(await subject.mobileMoney.search(request.reference))).to.deep.equal([session]);
    expect(value(await subject.mobileMoney.search(subject.requestThatIs('opened').reference))).to.deep.equal([]);
  },

  'says that the provider refused, when it certainly opened nothing': async (subject) => {
    const request = subject.requestThatIs('refused');
    const answer = await subject.mobileMoney.open(request);
    expect(answer.outcome).to.equal('refused');
    if (answer.outcome === 'refused') expect(answer.reason).to.be.a('string');
    expect(value(await subject.mobileMoney.search(request.reference))).to.deep.equal([]);
  },

  'says that it does not know, when the answer was lost; the session is found by its reference': async (subject) => {
    const request = subject.requestThatIs('opened, but unanswered');
    expect((await subject.mobileMoney.open(request)).outcome).to.equal('unknown');
    const [found, ...more] = value(await subject.mobileMoney.search(request.reference));
    expect(found).to.include({ state: 'open', amount: request.amount });
    expect(more).to.deep.equal([]);
  },

  'takes silence for no answer, whatever it asks': async (subject) => {
    const { mobileMoney } = subject;
    const request = subject.requestThatIs('opened, then silence');
    const session = value(await mobileMoney.open(request));
    const answers = [
      await mobileMoney.read(session.id),
      await mobileMoney.search(request.reference),
      ...(subject.capabilities.expire ? [await mobileMoney.expire(session.id)] : []),
      ...(subject.capabilities.refund ? [await mobileMoney.refund(session.id)] : []),
    ];
    for (const answer of answers) expect(answer.outcome).to.equal('unknown');
  },

  'takes a session the provider does not know for no answer': async ({ mobileMoney }) => {
    expect((await mobileMoney.read('no-such-session')).outcome).to.equal('unknown');
  },

  'tells that money has arrived, how much, and when by the provider’s own clock': async (subject) => {
    const session = await opened(subject);
    await subject.payerConfirms(session);
    const paid = value(await subject.mobileMoney.read(session.id));
    expect(paid).to.include({ id: session.id, state: 'paid', amount: session.amount, currency: CURRENCY });
    const now = subject.clock.now();
    expect(
      paid.completed && paid.completed <= later(now, { minutes: 1 }) && paid.completed >= later(now, { minutes: -1 }),
    ).to.equal(true);
  },

  'tells why a try failed while the session is still open': async (subject) => {
    const session = await opened(subject);
    await subject.payerFails(session);
    const after = value(await subject.mobileMoney.read(session.id));
    expect(after.state).to.equal('open');
    expect(after.lastFailure).to.be.a('string');
    await subject.payerConfirms(session);
    expect(value(await subject.mobileMoney.read(session.id)).state).to.equal('paid');
  },

  'takes no money from another number': async (subject) => {
    if (!subject.capabilities.payerLock) return;
    const session = await opened(subject);
    await subject.payerConfirms(session, '+2250100000099');
    expect(value(await subject.mobileMoney.read(session.id))).to.include({
      state: 'open',
      lastFailure: 'payer_mismatch',
    });
  },

  'makes a session unpayable, once, and not one that was paid': async (subject) => {
    const { mobileMoney, capabilities } = subject;
    const [session, paid] = [await opened(subject), await opened(subject)];
    await subject.payerConfirms(paid);
    if (!capabilities.expire) {
      expect(await mobileMoney.expire(session.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
      return;
    }
    expect((await mobileMoney.expire(session.id)).outcome).to.equal('done');
    expect(value(await mobileMoney.read(session.id)).state).to.equal('expired');
    expect(await mobileMoney.expire(session.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
    expect(await mobileMoney.expire(paid.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
    expect(value(await mobileMoney.read(paid.id)).state).to.equal('paid');
  },

  'gives money back, however often it is asked to, and none that never came': async (subject) => {
    const { mobileMoney, capabilities } = subject;
    const [session, paid] = [await opened(subject), await opened(subject)];
    await subject.payerConfirms(paid);
    if (!capabilities.refund) {
      expect(await mobileMoney.refund(paid.id)).to.deep.include({ outcome: 'refused', reason: 'not_supported' });
      return;
    }
    expect((await mobileMoney.refund(paid.id)).outcome).to.equal('done');
    expect((await mobileMoney.refund(paid.id)).outcome).to.equal('done');
    expect(['refused', 'unknown']).to.include((await mobileMoney.refund(session.id)).outcome);
  },

  'recognises the provider’s own notification, and whose it is': async (subject) => {
    if (!subject.capabilities.notices) return;
    const request = subject.requestThatIs('opened');
    const session = value(await subject.mobileMoney.open(request));
    await subject.payerConfirms(session);
    const hint = subject.mobileMoney.verify(await firstNotice(subject, session), subject.clock.now());
    expect(hint.unwrap()?.reference).to.equal(request.reference);
  },

  'refuses a notification that was changed or that nobody signed': async (subject) => {
    if (!subject.capabilities.notices) return;
    const session = await opened(subject);
    await subject.payerConfirms(session);
    const notice = await firstNotice(subject, session);
    const now = subject.clock.now();
    const unsigned = { headers: {}, body: notice.body };
    const garbled = {
      headers: Object.fromEntries(Object.keys(notice.headers).map((name) => [name, 'x'])),
      body: notice.body,
    };
    for (const bad of [unsigned, garbled, { headers: {}, body: new Uint8Array() }])
      expect(subject.mobileMoney.verify(bad, now).unwrapErr()).to.deep.equal({ code: 'notice_refused' });
  },

  'accepts openings while the provider answers': async (subject) => {
    await opened(subject);
    expect(subject.mobileMoney.accepting()).to.equal(true);
  },
});

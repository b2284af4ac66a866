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
import { portContract } from './port-contract.ts';

/** What the outside does with a request for money. */
export type RequestKind =
  | 'opened'
  /** The provider certainly opens nothing. */
  | 'refused'
  /** A session is opened, and the answer is lost on the way. */
  | 'opened, but unanswered'
  /** A session is opened, and after that the provider cannot be reached about it. */
  | 'opened, then silence';

/**
 * What this provider can do, in the open. No case is left out for what it cannot: there, the case checks that the
 * gateway says so, or does without it.
 */
export interface MobileMoneyCapabilities {
  /** False: every wish to expire a session is refused as not possible. */
  readonly expire: boolean;
  /** False: every wish for a refund is refused as not supported. */
  readonly refund: boolean;
  /** Only the number asked for can pay. False: the money of any other number arrives as well. */
  readonly payerLock: boolean;
  /**
   * The provider signs its notifications, body and time. False, also where all it sends is a token, by which nobody
   * can tell a changed or an old one: every notification is refused, and payments are found out about by asking.
   */
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
  /** The notifications the provider has sent about the session, in its own form; none where it has none. */
  noticesAbout(session: Session): Promise<readonly RawNotice[]>;
  /** A notification of any body as the provider would sign it now; null where nobody but the provider can. */
  signed(body: Uint8Array): RawNotice | null;
}

const value = <Value>(answer: Outcome<Value, unknown>): Value => {
  if (answer.outcome !== 'done') throw new Error(`expected an answer that is done, got ${JSON.stringify(answer)}`);
  return answer.value;
};

const opened = async (subject: MobileMoneySubject): Promise<Session> =>
  value(await subject.mobileMoney.open(subject.requestThatIs('opened')));

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The provider's own notification; where it sends none, what anybody else may send in its name. */
const noticeAbout = async (subject: MobileMoneySubject, session: Session): Promise<RawNotice> => {
  const [notice] = await subject.noticesAbout(session);
  if (notice) return notice;
  if (subject.capabilities.notices) throw new Error('the provider sent no notification');
  return { headers: {}, body: bytesOf(JSON.stringify({ sessionId: session.id })) };
};

const noticeOfPayment = async (subject: MobileMoneySubject): Promise<RawNotice> => {
  const session = await opened(subject);
  await subject.payerConfirms(session);
  return noticeAbout(subject, session);
};

/** Bodies that say nothing, or nothing a program can read. */
const GARBAGE = [
  '',
  ' ',
  'no JSON',
  '{"type":',
  'null',
  '[]',
  '"text"',
  '42',
  '{}',
  '{"data":null}',
  '%',
  '\u0000',
].map(bytesOf);

const REFUSED = { code: 'notice_refused' };
const AN_HOUR = { hours: 1 };

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

  'takes no money from another number, where it can tell': async (subject) => {
    const session = await opened(subject);
    await subject.payerConfirms(session, '+2250100000099');
    const after = value(await subject.mobileMoney.read(session.id));
    if (subject.capabilities.payerLock) expect(after).to.include({ state: 'open', lastFailure: 'payer_mismatch' });
    else expect(after).to.include({ state: 'paid', amount: session.amount });
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
    const request = subject.requestThatIs('opened');
    const session = value(await subject.mobileMoney.open(request));
    await subject.payerConfirms(session);
    const hint = subject.mobileMoney.verify(await noticeAbout(subject, session), subject.clock.now());
    if (subject.capabilities.notices) expect(hint.unwrap()?.reference).to.equal(request.reference);
    else expect(hint.unwrapErr()).to.deep.equal(REFUSED);
  },

  'refuses a notification that nobody signed': async (subject) => {
    const { headers, body } = await noticeOfPayment(subject);
    const garbled = Object.fromEntries(Object.keys(headers).map((name) => [name, 'x']));
    for (const bad of [{}, garbled])
      expect(subject.mobileMoney.verify({ headers: bad, body }, subject.clock.now()).unwrapErr()).to.deep.equal(
        REFUSED,
      );
  },

  'refuses a notification whose body was changed': async (subject) => {
    const [{ headers }, another] = [await noticeOfPayment(subject), await noticeOfPayment(subject)];
    for (const body of [another.body, new Uint8Array()])
      expect(subject.mobileMoney.verify({ headers, body }, subject.clock.now()).unwrapErr()).to.deep.equal(REFUSED);
  },

  'refuses a notification that is an hour old': async (subject) => {
    const notice = await noticeOfPayment(subject);
    const anHourLater = later(subject.clock.now(), AN_HOUR);
    expect(subject.mobileMoney.verify(notice, anHourLater).unwrapErr()).to.deep.equal(REFUSED);
  },

  'survives garbage, also where the provider signed it': async (subject) => {
    const { headers, body: genuine } = await noticeOfPayment(subject);
    const now = subject.clock.now();
    const isTaken = (notice: RawNotice): boolean => subject.mobileMoney.verify(notice, now).isOk();
    const signed = subject.signed(genuine);
    if (signed) expect(isTaken(signed), 'what the lever signs').to.equal(subject.capabilities.notices);
    for (const body of [...GARBAGE, new Uint8Array([0xff, 0xfe, 0x00])]) {
      expect(isTaken({ headers, body })).to.equal(false);
      const answer = subject.mobileMoney.verify(subject.signed(body) ?? { headers: {}, body }, now);
      // Refused, or well received and about no payment.
      expect(answer.isOk() ? answer.value : null).to.equal(null);
    }
  },

  'accepts openings while the provider answers': async (subject) => {
    await opened(subject);
    expect(subject.mobileMoney.accepting()).to.equal(true);
  },
});

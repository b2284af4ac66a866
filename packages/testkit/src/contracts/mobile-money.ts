import {
  CURRENCY,
  later,
  type Clock,
  type MobileMoney,
  type RawNotification,
  type Session,
  type SessionRequest,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { value } from './outcomes.ts';
import { portContract } from './port-contract.ts';

/** What the outside does with a request for money. */
export type RequestKind =
  | 'opened'
  /** A session is opened; when its payer confirms, the debit takes its time. */
  | 'opened, with a slow debit'
  /** The provider certainly opens nothing. */
  | 'refused'
  /** A session is opened, and the answer is lost on the way. */
  | 'opened, but unanswered'
  /** A session is opened, and after that the provider cannot be reached about it. */
  | 'opened, then silence';

/**
 * A gateway under test, and the levers of the world outside it. What its provider can do stands in the gateway's own
 * `capabilities`. No case is left out for what it cannot: there, the case checks that the gateway says so, or does
 * without it.
 */
export interface MobileMoneySubject {
  readonly mobileMoney: MobileMoney;
  readonly clock: Clock;
  /** A request that the outside treats in this way: a reference of its own, and an amount its provider takes. */
  requestThatIs(kind: RequestKind): SessionRequest;
  /** The payer of the session confirms; from another number where one is given. */
  payerConfirms(session: Session, from?: string): Promise<void>;
  /** Lets the time pass in which the debit of a payer who has confirmed ends, and with it its session. */
  debitEnds(session: Session): Promise<void>;
  /** The payer's try fails; the session stays open. */
  payerFails(session: Session): Promise<void>;
  /** The notifications the provider has sent about the session, in its own form; none where it has none. */
  notificationsAbout(session: Session): Promise<readonly RawNotification[]>;
  /** A notification of any body as the provider would sign it now; null where only the provider can. */
  signed(body: Uint8Array): RawNotification | null;
}

const opened = async (subject: MobileMoneySubject): Promise<Session> =>
  value(await subject.mobileMoney.open(subject.requestThatIs('opened')));

const read = async ({ mobileMoney }: MobileMoneySubject, { id }: Session): Promise<Session> =>
  value(await mobileMoney.read(id));

const stateOf = async (subject: MobileMoneySubject, session: Session): Promise<Session['state']> =>
  (await read(subject, session)).state;

const verify = ({ mobileMoney, clock }: MobileMoneySubject, notification: RawNotification, now = clock.now()) =>
  mobileMoney.verify(notification, now);

/** A session as a reading shows it that nothing has happened to since it was opened. */
const asRead = ({ mobileMoney: { capabilities } }: MobileMoneySubject, session: Session): Session =>
  capabilities.address === 'always' ? session : { ...session, url: null };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The provider's own notification; where it sends none, one that anyone could send in its name. */
const notificationAbout = async (subject: MobileMoneySubject, session: Session): Promise<RawNotification> => {
  const [notification] = await subject.notificationsAbout(session);
  if (notification) return notification;
  if (subject.mobileMoney.capabilities.notices !== 'none') throw new Error('the provider sent no notification');
  return { headers: {}, body: bytesOf(JSON.stringify({ sessionId: session.id })) };
};

const notificationOfPayment = async (subject: MobileMoneySubject): Promise<RawNotification> => {
  const session = await opened(subject);
  await subject.payerConfirms(session);
  return notificationAbout(subject, session);
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
    expect(await read(subject, session)).to.deep.equal(asRead(subject, session));
  },

  'takes every multiple of its step, and nothing between': async ({ mobileMoney, requestThatIs }) => {
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
    expect(value(await subject.mobileMoney.search(request.reference))).to.deep.equal([asRead(subject, session)]);
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
    // Where only the lost answer held the address, no reading may pretend to know it.
    expect(found?.url === null).to.equal(subject.mobileMoney.capabilities.address === 'at opening');
    expect(more).to.deep.equal([]);
  },

  'takes silence for no answer, whatever it asks': async (subject) => {
    const { mobileMoney } = subject;
    const request = subject.requestThatIs('opened, then silence');
    const session = value(await mobileMoney.open(request));
    const answers = [
      await mobileMoney.read(session.id),
      await mobileMoney.search(request.reference),
      ...(mobileMoney.capabilities.expire ? [await mobileMoney.expire(session.id)] : []),
      ...(mobileMoney.capabilities.refund ? [await mobileMoney.refund(session.id)] : []),
    ];
    for (const answer of answers) expect(answer.outcome).to.equal('unknown');
  },

  'takes a session the provider does not know for no answer': async ({ mobileMoney }) => {
    expect((await mobileMoney.read('no-such-session')).outcome).to.equal('unknown');
  },

  'tells that money has arrived, how much, and when by the provider’s own clock': async (subject) => {
    const session = await opened(subject);
    await subject.payerConfirms(session);
    const paid = await read(subject, session);
    expect(paid).to.include({ id: session.id, state: 'paid', amount: session.amount, currency: CURRENCY });
    const now = subject.clock.now();
    expect(
      paid.completed && paid.completed <= later(now, { minutes: 1 }) && paid.completed >= later(now, { minutes: -1 }),
    ).to.equal(true);
  },

  'tells why a try failed while the session is still open': async (subject) => {
    const session = await opened(subject);
    await subject.payerFails(session);
    const after = await read(subject, session);
    expect(after.state).to.equal('open');
    expect(after.lastFailure).to.be.a('string');
    await subject.payerConfirms(session);
    expect(await stateOf(subject, session)).to.equal('paid');
  },

  'takes no money from another number, where it can tell': async (subject) => {
    const session = await opened(subject);
    await subject.payerConfirms(session, '+2250100000099');
    const after = await read(subject, session);
    if (subject.mobileMoney.capabilities.payerLock) {
      expect(after.state).to.equal('open');
      // Not every provider names the reason.
      expect(['payer_mismatch', 'declined']).to.include(after.lastFailure);
    } else expect(after).to.include({ state: 'paid', amount: session.amount });
  },

  'makes a session unpayable, once, and not one that was paid': async (subject) => {
    const { mobileMoney } = subject;
    const [session, paid] = [await opened(subject), await opened(subject)];
    await subject.payerConfirms(paid);
    if (!mobileMoney.capabilities.expire) {
      expect(await mobileMoney.expire(session.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
      return;
    }
    expect((await mobileMoney.expire(session.id)).outcome).to.equal('done');
    const after = await stateOf(subject, session);
    expect(mobileMoney.capabilities.debits === 'told' ? ['expired'] : ['expired', 'expired_unsettled']).to.include(
      after,
    );
    expect(await mobileMoney.expire(session.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
    expect(await mobileMoney.expire(paid.id)).to.deep.include({ outcome: 'refused', reason: 'not_possible' });
    expect(await stateOf(subject, paid)).to.equal('paid');
  },

  'tells of a debit what it can, and that its money has arrived, also when its session had ended before': async (
    subject,
  ) => {
    const { mobileMoney } = subject;
    const { debits, expire } = mobileMoney.capabilities;
    const session = value(await mobileMoney.open(subject.requestThatIs('opened, with a slow debit')));
    await subject.payerConfirms(session);
    const stateNow = () => stateOf(subject, session);
    expect(await stateNow()).to.equal(debits === 'told' ? 'processing' : 'open');
    if (expire) {
      await mobileMoney.expire(session.id);
      expect(await stateNow()).to.equal(debits === 'told' ? 'expired_processing' : 'expired_unsettled');
    }
    await subject.debitEnds(session);
    expect(await read(subject, session)).to.include({ state: 'paid', amount: session.amount });
  },

  'gives money back, however often it is asked to, and none that never came': async (subject) => {
    const { mobileMoney } = subject;
    const [session, paid] = [await opened(subject), await opened(subject)];
    await subject.payerConfirms(paid);
    if (!mobileMoney.capabilities.refund) {
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
    const hint = verify(subject, await notificationAbout(subject, session));
    if (subject.mobileMoney.capabilities.notices !== 'none')
      expect(hint.unwrap()?.reference).to.equal(request.reference);
    else expect(hint.unwrapErr()).to.deep.equal(REFUSED);
  },

  'refuses a notification that nobody signed': async (subject) => {
    const { headers, body } = await notificationOfPayment(subject);
    const garbled = Object.fromEntries(Object.keys(headers).map((name) => [name, 'x']));
    for (const bad of [{}, garbled]) expect(verify(subject, { headers: bad, body }).unwrapErr()).to.deep.equal(REFUSED);
  },

  'refuses a notification whose body was changed': async (subject) => {
    const [{ headers }, another] = [await notificationOfPayment(subject), await notificationOfPayment(subject)];
    for (const body of [another.body, new Uint8Array()])
      expect(verify(subject, { headers, body }).unwrapErr()).to.deep.equal(REFUSED);
  },

  'refuses a notification that is an hour old, where its age is signed': async (subject) => {
    const notification = await notificationOfPayment(subject);
    const verified = verify(subject, notification, later(subject.clock.now(), { hours: 1 }));
    expect(verified.isOk()).to.equal(subject.mobileMoney.capabilities.notices === 'undated');
  },

  'survives garbage, also where the provider signed it': async (subject) => {
    const { headers, body: genuine } = await notificationOfPayment(subject);
    const isTaken = (notification: RawNotification): boolean => verify(subject, notification).isOk();
    const signed = subject.signed(genuine);
    if (signed)
      expect(isTaken(signed), 'what the lever signs').to.equal(subject.mobileMoney.capabilities.notices !== 'none');
    for (const body of [...GARBAGE, new Uint8Array([0xff, 0xfe, 0x00])]) {
      expect(isTaken({ headers, body })).to.equal(false);
      const answer = verify(subject, subject.signed(body) ?? { headers: {}, body });
      // Refused, or well received and about no payment.
      expect(answer.isOk() ? answer.value : null).to.equal(null);
    }
  },

  'accepts openings while the provider answers': async (subject) => {
    await opened(subject);
    expect(subject.mobileMoney.accepting()).to.equal(true);
  },
});

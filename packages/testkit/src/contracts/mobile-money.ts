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

/** How the provider treats a request for money. */
export type RequestKind =
  | 'opened'
  /** A session is opened; the debit after its payer confirms takes time. */
  | 'opened, with a slow debit'
  /** The provider certainly opens no session. */
  | 'refused'
  /** A session is opened, and the answer is lost. */
  | 'opened, but unanswered'
  /** A session is opened, and afterwards the provider is unreachable for it. */
  | 'opened, then silence';

/**
 * A gateway under test, and controls of the world outside it. The gateway's own `capabilities` describe what its
 * provider can do. No case is skipped for a missing capability: the case then checks that the gateway reports it, or
 * works without it.
 */
export interface MobileMoneySubject {
  readonly mobileMoney: MobileMoney;
  readonly clock: Clock;
  /**
   * A request that the provider treats in this way: a reference of its own, and an amount that the provider accepts.
   */
  requestThatIs(kind: RequestKind): SessionRequest;
  /** The payer of the session confirms; from another number if one is given. */
  payerConfirms(session: Session, from?: string): Promise<void>;
  /** Lets time pass until the debit of a payer who has confirmed ends, and with it its session. */
  debitEnds(session: Session): Promise<void>;
  /** The payer's try fails; the session stays open. */
  payerFails(session: Session): Promise<void>;
  /** The notifications the provider has sent about the session, in its own format; none if it sends none. */
  notificationsAbout(session: Session): Promise<readonly RawNotification[]>;
  /** A notification of any body, signed as by the provider now; null if only the provider can sign. */
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

/** An untouched session as a later read returns it. */
const asRead = ({ mobileMoney: { capabilities } }: MobileMoneySubject, session: Session): Session =>
  capabilities.address === 'always' ? session : { ...session, url: null };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The provider's own notification; if it sends none, one that any sender could have forged. */
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

/** Bodies without content, or without any that a program can read. */
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
    // If only the lost answer contained the address, no later read may return one.
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

  'reports that money has arrived, how much, and when by the provider’s own clock': async (subject) => {
    const session = await opened(subject);
    await subject.payerConfirms(session);
    const paid = await read(subject, session);
    expect(paid).to.include({ id: session.id, state: 'paid', amount: session.amount, currency: CURRENCY });
    const now = subject.clock.now();
    expect(
      paid.completed && paid.completed <= later(now, { minutes: 1 }) && paid.completed >= later(now, { minutes: -1 }),
    ).to.equal(true);
  },

  'reports why a try failed while the session is still open': async (subject) => {
    const session = await opened(subject);
    await subject.payerFails(session);
    const after = await read(subject, session);
    expect(after.state).to.equal('open');
    expect(after.lastFailure).to.be.a('string');
    await subject.payerConfirms(session);
    expect(await stateOf(subject, session)).to.equal('paid');
  },

  'takes no money from another number, if its provider can lock the payer': async (subject) => {
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

  'reports a debit as far as it can, and that its money has arrived, even after its session has ended': async (
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

  'refuses a notification without a valid signature': async (subject) => {
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
      // Refused, or accepted without referring to a payment.
      expect(answer.isOk() ? answer.value : null).to.equal(null);
    }
  },

  'accepts openings while the provider answers': async (subject) => {
    await opened(subject);
    expect(subject.mobileMoney.accepting()).to.equal(true);
  },
});

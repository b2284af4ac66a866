import { later, type RawNotification, type Session } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { openSession, type MobileMoneySubject } from './mobile-money-subject.ts';
import { value } from './outcomes.ts';

const verify = ({ mobileMoney, clock }: MobileMoneySubject, notification: RawNotification, now = clock.now()) =>
  mobileMoney.verify(notification, now);

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The provider's own notification. If the provider sends none, a notification that anyone could have forged. */
const notificationAbout = async (subject: MobileMoneySubject, session: Session): Promise<RawNotification> => {
  const [notification] = await subject.notificationsAbout(session);
  if (notification) return notification;
  if (subject.mobileMoney.capabilities.notifications !== 'none') throw new Error('the provider sent no notification');
  return { headers: {}, body: bytesOf(JSON.stringify({ sessionId: session.id })) };
};

const notificationOfPayment = async (subject: MobileMoneySubject): Promise<RawNotification> => {
  const session = await openSession(subject);
  await subject.payerConfirms(session);
  return notificationAbout(subject, session);
};

/** Bodies that are empty or unreadable, or that identify no payment. */
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

const REFUSED = { code: 'notification_refused' };

/** The requirements on every gateway for its provider's notifications and for forged notifications. */
export const NOTIFICATION_CASES: Readonly<Record<string, (subject: MobileMoneySubject) => Promise<void>>> = {
  'recognises the provider’s own notification and its payment': async (subject) => {
    const request = subject.requestThatIs('opened');
    const session = value(await subject.mobileMoney.open(request));
    await subject.payerConfirms(session);
    const hint = verify(subject, await notificationAbout(subject, session));
    if (subject.mobileMoney.capabilities.notifications !== 'none')
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
    // A shared secret does not protect the body.
    const isTaken = verify(subject, { headers, body: another.body }).isOk();
    expect(isTaken).to.equal(subject.mobileMoney.capabilities.notifications === 'secret');
    expect(verify(subject, { headers, body: new Uint8Array() }).unwrapErr()).to.deep.equal(REFUSED);
  },

  'refuses a notification that is an hour old if its time is signed': async (subject) => {
    const notification = await notificationOfPayment(subject);
    const verified = verify(subject, notification, later(subject.clock.now(), { hours: 1 }));
    expect(verified.isOk()).to.equal(['undated', 'secret'].includes(subject.mobileMoney.capabilities.notifications));
  },

  'does not throw on garbage, even if the provider has signed it': async (subject) => {
    const { headers, body: genuine } = await notificationOfPayment(subject);
    const isTaken = (notification: RawNotification): boolean => verify(subject, notification).isOk();
    const signed = subject.signed(genuine);
    if (signed)
      expect(isTaken(signed), 'a notification that `signed` has made').to.equal(
        subject.mobileMoney.capabilities.notifications !== 'none',
      );
    for (const body of [...GARBAGE, new Uint8Array([0xff, 0xfe, 0x00])]) {
      // With a shared secret, any body counts as the provider's. But an unreadable body identifies no payment.
      const taken = verify(subject, { headers, body });
      if (subject.mobileMoney.capabilities.notifications !== 'secret') expect(taken.isOk()).to.equal(false);
      expect(taken.isOk() ? taken.value : null).to.equal(null);
      const answer = verify(subject, subject.signed(body) ?? { headers: {}, body });
      // The notification is refused, or accepted without a payment.
      expect(answer.isOk() ? answer.value : null).to.equal(null);
    }
  },
};

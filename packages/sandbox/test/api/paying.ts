import { expect } from 'chai';
import type { SessionReadOut, StandingBody, World } from './world.ts';

/** What the provider remembers of an attempt, in the order in which it happened. */
export const historyOf = ({ states, refunds }: SessionReadOut): readonly string[] => [
  ...states.map(({ event }) => event),
  ...refunds.map(({ amount }) => `refunded ${amount}`),
];

/** The service's answers to the notifications of an attempt. */
export const answersTo = ({ notifications }: SessionReadOut): readonly number[] =>
  notifications.flatMap(({ attempts }) => attempts.map(({ status }) => status));

export const expectPaid = ({ status, contractId, payment }: StandingBody): void => {
  expect([status, payment?.status, payment?.refund, payment?.paymentUrl]).to.deep.equal([
    'pending',
    'succeeded',
    null,
    null,
  ]);
  expect(contractId).to.be.a('string');
};
export const expectPending = ({ status, contractId, payment }: StandingBody): void => {
  expect([status, contractId, payment?.status]).to.deep.equal(['payment_pending', null, 'pending']);
};
export const expectFailed = ({ status, contractId, payment }: StandingBody, failureReason: string): void => {
  expect([status, contractId]).to.deep.equal(['awaiting_payment', null]);
  expect(payment).to.include({ status: 'failed', failureReason, paymentUrl: null });
};

export type Paying = Awaited<ReturnType<typeof paying>>;

/** A quote whose payment was opened for a payer. */
export const paying = async (world: World, payer: string, startDate?: string) => {
  const { id: quoteId } = await world.quote(startDate === undefined ? {} : { startDate });
  const payment = await world.opened(quoteId, payer);
  return {
    ...{ payment, quoteId, today: startDate ?? '' },
    confirm: async (from?: string) => world.confirm(payment.paymentUrl, from),
    refuse: () => world.refuse(payment.paymentUrl),
    standing: () => world.standing(quoteId),
    stands: (expected: (standing: StandingBody) => boolean) => world.stands(quoteId, expected),
    session: async (): Promise<SessionReadOut> => {
      const sessions = await world.sessions(payment.id);
      expect(sessions).to.have.length(1);
      return sessions[0] as SessionReadOut;
    },
    /** Failed, paid too late, and given back once; answers how much. */
    expectRefunded: async (events: readonly string[], reason = 'expired') => {
      const standing = await world.stands(quoteId, (now) => now.payment?.refund?.status === 'done');
      expectFailed(standing, reason);
      const refund = standing.payment?.refund;
      expect(Object.keys(refund ?? {})).to.have.members(['status', 'amount', 'created', 'completed']);
      const [session] = await world.sessions(payment.id);
      expect(historyOf(session as SessionReadOut)).to.deep.equal([...events, `refunded ${refund?.amount}`]);
      return refund?.amount;
    },
  };
};
export const isPaid = ({ contractId }: StandingBody): boolean => contractId !== null;

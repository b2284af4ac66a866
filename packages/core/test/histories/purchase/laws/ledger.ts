import type { Payment, Refund } from '@vehicle-insurance/core';
import { after } from '../days.ts';
import type { Law } from '../law.ts';
import type { KnownSession } from '../outside/provider.ts';
import type { Placed } from '../world.ts';

/**
 * At every moment, every franc that payers have paid is in one of three states. It is kept for a contract as premium
 * and fees, or it is refunded, or some due work names it. Every session that can still be paid is watched.
 */
export const ledger: Law = (world) => {
  const { book, clock } = world;

  /** Each provider's last answer to a refund. */
  const saidOfRefund = new Map<string, string>();

  const holderOf = ({ id, reference }: KnownSession): Payment | undefined => {
    const named = book.payments.get(reference);
    return (
      [...book.payments.values()].find(({ session }) => session?.id === id) ?? (named?.session ? undefined : named)
    );
  };
  /**
   * Whether a worker outlived its lease of a refund. The next worker could not know the provider's answer to the first
   * one.
   */
  const hasOverslept = ({ companyId, id }: Pick<Refund, 'companyId' | 'id'>): boolean =>
    book.hasOverslept(`refunds ${companyId} ${id}`);
  const isInProgress = (session: KnownSession): boolean => (holderOf(session)?.due ?? null) !== null;

  const judgePaid = (session: KnownSession): { readonly kept: number; readonly back: number } => {
    const { id, amount, state, refunds } = session;
    const buyer = [...book.payments.values()].find((each) => each.session?.id === id && each.status === 'succeeded');
    const refund = book.refunds.get(id);
    const contracts = [...book.contracts.values()].filter(({ paymentId }) => paymentId === buyer?.id);
    if (buyer && contracts.length !== 1) book.broke(`a payment that succeeded has ${contracts.length} contracts`);
    const isKept = contracts.some(({ cancelled }) => cancelled === null);
    const owed = contracts[0]?.cancelled?.refund?.amount ?? 0;
    if (isKept && refund) book.broke(`${id} has bought a contract, but is refunded`);
    if (buyer && owed !== (refund?.amount ?? 0))
      book.broke(`${owed} francs of ${id} are due by its cancellation, but ${refund?.amount ?? 0} are refunded`);
    if (refund && state !== 'paid') book.broke(`${id} is ${state}, but is refunded`);
    if (!refund && refunds > 0) book.broke(`the provider refunded ${id}, but no refund is recorded`);
    if (!buyer && !refund && state === 'paid' && !isInProgress(session))
      book.broke(`${amount} francs paid into ${id} are lost: they bought nothing, and no work is due for them`);
    return { kept: buyer ? buyer.amount + buyer.fees - owed : 0, back: refund?.amount ?? 0 };
  };

  /** Whether due work exists for an unpaid session that can still be paid. */
  const isWatched = ({ session, provider }: Placed): boolean => {
    const { state, created, expires, closed, debit } = session;
    const end = closed ?? expires;
    // Money in transit when a session ended arrives within the hour.
    if (state === 'expired' && !debit && end !== null && clock.now() >= after(end, 60)) return true;
    if (state === 'cancelled' || !provider.isPayable(session)) return true;
    const holder = holderOf(session);
    if (!holder) return false;
    const isOver = clock.now() >= after(expires ?? after(created ?? clock.now(), 24 * 60), 60);
    return holder.due !== null || (state === 'open' && isOver);
  };

  const judge = (): void => {
    let [paid, kept, back, inProgress] = [0, 0, 0, 0];
    for (const placed of world.sessions()) {
      const { session } = placed;
      const { kept: ofContract, back: ofRefund } = judgePaid(session);
      if (session.state === 'paid') {
        paid += session.amount;
        kept += ofContract;
        back += ofRefund;
        if (ofContract === 0 && ofRefund === 0) inProgress += session.amount;
      } else if (!isWatched(placed))
        book.broke(
          `${session.id} is not watched although it is ${session.state}${session.debit ? ' and being debited' : ''}`,
        );
    }
    if (paid !== kept + back + inProgress)
      book.broke(`${paid} francs were paid, but ${kept} are kept, ${back} refunded and ${inProgress} in progress`);
    for (const { paymentId } of book.contracts.values())
      if (book.payments.get(paymentId)?.status !== 'succeeded') book.broke('a contract has no succeeded payment');
  };

  return {
    commit: judge,
    step: judge,
    answered: ({ call, given, outcome }) => {
      if (call === 'refund') saidOfRefund.set(String(given), outcome);
    },
    refund: ({ before, after: refund }) => {
      const { sessionId, amount, paymentId, id, isPart } = refund;
      const session = world.sessions().find(({ session: each }) => each.id === sessionId)?.session;
      if (!session) return book.broke(`the refund ${id} has no session`);
      if (isPart ? amount >= session.amount : amount !== session.amount)
        book.broke(`${session.amount} francs were paid, but ${amount} are refunded`);
      const payment = book.payments.get(paymentId);
      // If the provider may have made the refund without our knowledge, a transfer pays the payer twice.
      const isTransfer = before !== undefined && before.status !== 'done' && book.transferred.has(sessionId);
      const isUnheard = (saidOfRefund.get(sessionId) ?? 'refused') !== 'refused';
      if (isTransfer && isUnheard && !book.isGivenBackUnanswered(sessionId) && !hasOverslept(refund))
        book.broke('a transfer was recorded although the provider had not denied a refund');
      if (payment?.session?.id !== sessionId) book.broke('a refund names a payment that was not paid');
    },
    rest: () => {
      for (const { session, provider } of world.sessions()) {
        const refund = book.refunds.get(session.id);
        if (!refund) continue;
        const byHand = book.transferred.has(session.id) ? 1 : 0;
        if (refund.status === 'due') book.broke('a refund is still due');
        if (refund.status === 'done' && session.refunds + byHand === 0)
          book.broke('a refund is done, but the payer received nothing');
        if (refund.isPart && session.refunds > 0) book.broke('the provider refunded everything instead of a part');
        if (refund.status === 'manual' && !refund.isPart && provider.refundsAlways())
          book.broke('a refund that the provider can make was left to an operator');
        // An operator who does not wait for the provider's answer takes that risk.
        if (session.refunds + byHand > 1 && !hasOverslept(refund) && !book.isGivenBackUnanswered(session.id))
          book.broke('the payer was refunded twice');
      }
    },
  };
};

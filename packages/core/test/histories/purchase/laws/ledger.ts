import type { Payment, Refund } from '@vehicle-insurance/core';
import { after } from '../days.ts';
import type { Law } from '../law.ts';
import type { KnownSession } from '../outside/provider.ts';
import type { Placed } from '../world.ts';

/**
 * At every moment, to the franc: the money that payers have paid is premium and fees kept for a contract, or it has
 * gone back, or it is on its way and something that will be done names it. And whatever can still be paid is watched.
 */
export const ledger: Law = (world) => {
  const { book, clock } = world;

  /** What each provider said last when it was to give money back. */
  const saidOfRefund = new Map<string, string>();

  const holderOf = ({ id, reference }: KnownSession): Payment | undefined => {
    const named = book.payments.get(reference);
    return (
      [...book.payments.values()].find(({ session }) => session?.id === id) ?? (named?.session ? undefined : named)
    );
  };
  /** Whether a worker overslept its lease of a refund: what the provider did meanwhile the next one could not know. */
  const hasOverslept = ({ companyId, id }: Pick<Refund, 'companyId' | 'id'>): boolean =>
    book.hasOverslept(`refunds ${companyId} ${id}`);
  const isOnItsWay = (session: KnownSession): boolean => (holderOf(session)?.due ?? null) !== null;

  const judgePaid = (session: KnownSession): { readonly kept: number; readonly back: number } => {
    const { id, amount, state, refunds } = session;
    const buyer = [...book.payments.values()].find((each) => each.session?.id === id && each.status === 'succeeded');
    const refund = book.refunds.get(id);
    const contracts = [...book.contracts.values()].filter(({ paymentId }) => paymentId === buyer?.id);
    if (buyer && contracts.length !== 1) book.broke(`a payment that succeeded has ${contracts.length} contracts`);
    const isKept = contracts.some(({ cancelled }) => cancelled === null);
    if (isKept && refund) book.broke(`${id} has bought a contract, and its money goes back`);
    if (buyer && !isKept && !refund) book.broke(`the contract that ${id} has bought is cancelled, and its money stays`);
    if (refund && state !== 'paid') book.broke(`${id} is ${state}, and its money goes back`);
    if (!refund && refunds > 0)
      book.broke(`${id} was given back by its provider, and nobody has recorded that it must be`);
    if (!isKept && !refund && state === 'paid' && !isOnItsWay(session))
      book.broke(
        `${amount} francs paid into ${id} are nobody's: they bought nothing, and nothing will be done about them`,
      );
    return { kept: isKept && buyer ? buyer.amount + buyer.fees : 0, back: refund?.amount ?? 0 };
  };

  /** Whether a session that is not paid, and could be, belongs to something that will be looked at. */
  const isWatched = ({ session, provider }: Placed): boolean => {
    const { state, created, expires, closed, debit } = session;
    const end = closed ?? expires;
    // Money that was on its way when a session ended arrives within the hour.
    if (state === 'expired' && !debit && end !== null && clock.now() >= after(end, 60)) return true;
    if (state === 'cancelled' || !provider.isPayable(session)) return true;
    const holder = holderOf(session);
    if (!holder) return false;
    const isOver = clock.now() >= after(expires ?? after(created ?? clock.now(), 24 * 60), 60);
    return holder.due !== null || (state === 'open' && isOver);
  };

  const judge = (): void => {
    let [paid, kept, back, underWay] = [0, 0, 0, 0];
    for (const placed of world.sessions()) {
      const { session } = placed;
      const { kept: ofContract, back: ofRefund } = judgePaid(session);
      if (session.state === 'paid') {
        paid += session.amount;
        kept += ofContract;
        back += ofRefund;
        if (ofContract === 0 && ofRefund === 0) underWay += session.amount;
      } else if (!isWatched(placed))
        book.broke(
          `nobody watches ${session.id}, which is ${session.state}${session.debit ? ' and being debited' : ''}`,
        );
    }
    if (paid !== kept + back + underWay)
      book.broke(`${paid} francs were paid, and ${kept} are kept, ${back} go back and ${underWay} are on their way`);
    for (const { paymentId } of book.contracts.values())
      if (book.payments.get(paymentId)?.status !== 'succeeded') book.broke('a contract was bought by nothing');
  };

  return {
    commit: judge,
    step: judge,
    answered: ({ call, given, outcome }) => {
      if (call === 'refund') saidOfRefund.set(String(given), outcome);
    },
    refund: ({ before, after: refund }) => {
      const { sessionId, amount, paymentId, id } = refund;
      const session = world.sessions().find(({ session: each }) => each.id === sessionId)?.session;
      if (!session) return book.broke(`the refund ${id} is of no session`);
      if (amount !== session.amount) book.broke(`${session.amount} francs were paid, and ${amount} go back`);
      const payment = book.payments.get(paymentId);
      // Where the provider may have given it back unheard, a transfer pays it twice.
      const isTransfer = before !== undefined && before.status !== 'done' && book.transferred.has(sessionId);
      const isUnheard = (saidOfRefund.get(sessionId) ?? 'refused') !== 'refused';
      if (isTransfer && isUnheard && !book.isGivenBackUnanswered(sessionId) && !hasOverslept(refund))
        book.broke('a transfer was recorded though the provider had not said that it gave nothing back');
      if (payment?.session?.id !== sessionId) book.broke('a refund is told of another payment than was paid');
    },
    rest: () => {
      for (const { session, provider } of world.sessions()) {
        const refund = book.refunds.get(session.id);
        if (!refund) continue;
        const byHand = book.transferred.has(session.id) ? 1 : 0;
        if (refund.status === 'due') book.broke('a refund is still due');
        if (refund.status === 'done' && session.refunds + byHand === 0)
          book.broke('a refund is done, and the payer has nothing');
        if (refund.status === 'manual' && provider.refundsAlways())
          book.broke('a refund was left to a person that the provider can make');
        // An operator who does not wait for the provider's answer answers for that.
        if (session.refunds + byHand > 1 && !hasOverslept(refund) && !book.isGivenBackUnanswered(session.id))
          book.broke('the payer has been given the money back twice');
      }
    },
  };
};

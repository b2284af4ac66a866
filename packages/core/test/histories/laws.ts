import { later } from '@vehicle-insurance/core';
import type { FakeSession } from '@vehicle-insurance/testkit';
import type { World } from './world.ts';

/** What must be true after every step, whatever has happened and is under way. */
export const laws = (it: World): (() => Promise<void>) => {
  const seen = new Map<string, string>();
  let checked = -1;
  return async () => {
    for (const session of it.provider.sessions()) {
      if (!isWatched(it, session)) it.book.broke(unwatched(session));
      if (it.book.late.has(session.id) && !wasLate(it, session)) it.book.broke('paid in time, and taken for late');
    }
    // Callers see what was committed: nothing new when nothing was.
    if (checked === it.book.moment()) return;
    checked = it.book.moment();
    await checkQueries(it, seen);
  };
};

const unwatched = ({ id, state, debit }: FakeSession): string =>
  `nobody watches ${id}, which is ${state}${debit ? ' and being debited' : ''}`;

/** Whether money came after the window, or by all that was ever told of it: its only word may have come late. */
const wasLate = ({ book, tellsTimes }: World, { id, completed }: FakeSession): boolean => {
  const payment = [...book.payments.values()].find(({ session }) => session?.id === id);
  if (!payment || completed === null) return false;
  const end = later(payment.created, { minutes: 30 });
  return completed > end || (!tellsTimes && payment.notified !== null && payment.notified > end);
};

/** A session that can be paid, or was, or is being debited, and belongs to something that will be looked at or has taken its money. */
const isWatched = ({ book, clock }: World, session: FakeSession): boolean => {
  const { id, reference, state, url, created, expires, debit } = session;
  const isUnpayable = state === 'expired' || state === 'cancelled' || (state === 'open' && url === null);
  if (isUnpayable && !debit) return true;
  const named = book.payments.get(reference);
  const holder =
    [...book.payments.values()].find((payment) => payment.session?.id === id) ?? (named?.session ? undefined : named);
  if (!holder) return false;
  if (state === 'paid' && (holder.status === 'succeeded' || book.refunds.has(id))) return true;
  const isOver = clock.now() >= later(expires ?? later(created ?? clock.now(), { hours: 24 }), { hours: 1 });
  return holder.due !== null || (state === 'open' && isOver);
};

/** What callers poll agrees with itself and with what they saw before. */
const checkQueries = async ({ book, provider, store, quotes }: World, seen: Map<string, string>): Promise<void> => {
  for (const { id, companyId } of quotes) {
    const view = await store.quoteQueries.status(companyId, id);
    if (!view) return book.broke('a quote is gone');
    const payment = view.payment?.payment;
    const isBought = view.contractId !== null;
    if (view.status === 'payment_pending' ? payment?.status !== 'pending' : payment?.status === 'pending')
      book.broke(`a quote is ${view.status} and its payment ${payment?.status}`);
    if (isBought !== (payment?.status === 'succeeded')) book.broke(`a payment ${payment?.status}, bought: ${isBought}`);
    if (isBought !== (view.status !== 'payment_pending' && view.status !== 'awaiting_payment'))
      book.broke(`a quote is ${view.status}, bought: ${isBought}`);
    if (!payment) continue;
    if (payment.status === 'opening') book.broke('a caller saw an attempt that is still opening');
    if (payment.status === 'pending' && !payment.session?.url) book.broke('a payment waits without an address');
    const session = provider.sessions().find(({ id }) => id === payment.session?.id);
    if (payment.status === 'pending' && payment.session?.url !== session?.url)
      book.broke('a payment shows another address than its session’s');
    if (seen.get(payment.id) === 'failed' && payment.status !== 'failed')
      book.broke('a payment that a caller saw fail is alive');
    seen.set(payment.id, payment.status);
  }
};

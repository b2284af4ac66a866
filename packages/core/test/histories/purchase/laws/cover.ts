import { soldUntil, type Contract, type Payment } from '@vehicle-insurance/core';
import { after as minutesAfter, dayIn, lastDayOf, skewOf } from '../days.ts';
import type { Law } from '../law.ts';
import { clampTime } from '../in-time.ts';
import type { Heard } from '../process.ts';

/**
 * The rules of docs/api.md 4.2 and 4.3 about dates: the dates of payments, failures and refunds, and the first and last
 * day of cover. Contracts start and expire on these days if they are certified, and only then.
 */
export const cover: Law = (world) => {
  const skew = skewOf(world.setting);
  const { book, clock, setting, insured } = world;
  const { zone } = setting;
  /** The latest date on the clock of a process that is ahead. */
  const latestDay = () => dayIn(zone, minutesAfter(clock.now(), Math.max(0, setting.skew) / 60));

  const judgeDate = (payment: Payment, learned: Contract['created'], heard: Heard | undefined): void => {
    const { session, completed, created, notified, lastUnpaid } = payment;
    const known = world.sessions().find(({ session: { id } }) => id === session?.id);
    if (!known || completed === null) return book.broke('a succeeded payment is not dated');
    // A process whose clock is behind may learn of a payment before the time at which it was created.
    const [earliest, latest] = created < learned ? [created, learned] : [learned, created];
    if (completed < earliest || completed > latest)
      book.broke(`a payment of ${created}, learned at ${learned}, is dated ${completed}`);
    const { provider } = known;
    const dated = known.session.completed;
    if (
      provider.tellsTimesOf(known.session.id) &&
      dated !== null &&
      completed !== clampTime(dated, payment, learned) &&
      created <= learned
    )
      book.broke(`a payment is dated ${completed}, but its provider dated it ${dated}`);
    const arrived = notified ?? lastUnpaid ?? created;
    if (
      heard?.session.completed === null &&
      !heard.isRedated &&
      completed !== clampTime(arrived, payment, learned) &&
      created <= learned
    )
      book.broke(`a payment without a provider’s date that arrived at ${arrived} is dated ${completed}`);
  };

  const judgeDay = async (): Promise<void> => {
    const today = dayIn(zone, clock.now());
    for (const { contract, certificateRequest } of await world.contracts()) {
      const { status, startDate, endDate } = contract;
      if (certificateRequest.status !== 'issued' || startDate > today || contract.cancelled?.lastDay === null) continue;
      if (status === 'pending') book.broke(`a certified contract whose first day was ${startDate} has not started`);
      if (status === 'started' && endDate < today)
        book.broke(`a contract whose last day was ${endDate} has not expired`);
    }
  };

  return {
    payment: ({ before, after, entry, process }) => {
      if (after.status === 'succeeded' && before?.status === 'pending')
        judgeDate(after, entry.at, process.heard.get(after.session?.id ?? ''));
      if (after.status === 'failed' && before?.status !== 'failed' && after.completed !== entry.at)
        book.broke(`a payment that failed at ${entry.at} is dated ${after.completed}`);
      if (before?.status === 'succeeded' && before.completed !== after.completed)
        book.broke('a payment’s date was changed');
    },
    refund: ({ before, after, entry }) => {
      if (after.status === 'done' && before?.status !== 'done' && after.completed !== entry.at)
        book.broke(`a refund that was made at ${entry.at} is dated ${after.completed}`);
    },
    contract: ({ before, after, entry }) => {
      if (before) {
        const { cancelled } = after;
        const lastDay = cancelled && !before.cancelled ? (cancelled.lastDay ?? before.endDate) : before.endDate;
        if (lastDay > before.endDate || (lastDay < before.endDate && lastDay < dayIn(zone, entry.at)))
          book.broke(`a contract cancelled at ${entry.at} covers its vehicle until ${lastDay}`);
        if (after.startDate !== before.startDate || after.endDate !== lastDay || after.paidOn !== before.paidOn)
          book.broke('the days of a contract were changed');
        return;
      }
      const payment = book.payments.get(after.paymentId);
      const quote = insured.find(({ quote: { id } }) => id === after.quoteId)?.quote;
      if (!payment?.completed || !quote) return book.broke('a contract was opened without a payment of a quote');
      const paidOn = dayIn(zone, payment.completed);
      const startDate = paidOn > quote.startDate ? paidOn : quote.startDate;
      const endDate = lastDayOf(startDate, quote.duration);
      if (after.paidOn !== paidOn) book.broke(`a contract paid on ${paidOn} is dated as paid on ${after.paidOn}`);
      if (after.startDate !== startDate) book.broke(`cover begins on ${after.startDate}, expected ${startDate}`);
      if (after.endDate !== endDate)
        book.broke(`${quote.duration} months of cover from ${startDate} end on ${after.endDate}, expected ${endDate}`);
      const others = [...book.contracts.values()].filter(
        ({ id, companyId, vehicleId, ...other }) =>
          id !== after.id &&
          companyId === after.companyId &&
          vehicleId === after.vehicleId &&
          other.startDate <= endDate &&
          startDate <= soldUntil(other),
      );
      const valid = others.filter(
        (other) => startDate <= other.endDate && (other.cancelled === null || other.cancelled.lastDay !== null),
      );
      // A contract that was cancelled during the opening was still valid when the opening read it.
      const seen = others.filter(
        (other) =>
          valid.includes(other) ||
          (other.cancelled !== null && other.cancelled.at >= minutesAfter(after.created, -skew)),
      );
      if (after.overlaps ? seen.length === 0 : valid.length > 0)
        book.broke(`a contract overlaps ${valid.length} others, but has overlaps: ${after.overlaps}`);
    },
    step: async () => {
      for (const { contract, certificateRequest } of await world.contracts()) {
        const { status, startDate, endDate } = contract;
        if (status === 'pending') continue;
        if (certificateRequest.status !== 'issued') book.broke(`a contract without a certificate is ${status}`);
        if (startDate > latestDay()) book.broke(`a contract whose first day is ${startDate} is ${status}`);
        if (status === 'expired' && endDate >= latestDay())
          book.broke(`a contract whose last day is ${endDate} is expired`);
      }
    },
    round: judgeDay,
    day: judgeDay,
  };
};

import { isPaymentId, markNotified } from '../../domain/payment/payment.ts';
import { recheckNotificationUntil, nextReconciliation } from '../../domain/payment/schedule.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { NotificationRefused, RawNotification } from '../../ports/mobile-money.ts';
import type { Notification } from '../../ports/notifications.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { isBytes } from '../../shared/rules.ts';

/** Receives a notification at a provider's address. Refuses a notification that fails the provider's checks. */
export type ReceiveNotification = (
  notification: RawNotification & { readonly provider: string },
) => Promise<Result<void, NotificationRefused>>;

/**
 * Makes the payment due for a check unless it has succeeded, then responds to the provider. A notification is a hint
 * and never trusted. A notification that matches no payment may have arrived before the payment was committed, so the
 * payment is looked up again for an hour.
 */
export const receiveNotification =
  ({
    unitOfWork,
    providers,
    clock,
    ids,
    trigger,
  }: Pick<Dependencies, 'unitOfWork' | 'providers' | 'clock' | 'ids' | 'trigger'>): ReceiveNotification =>
  async (notification) => {
    if (!isNotification(notification)) return Err({ code: 'notification_refused' });
    const { provider, ...raw } = notification;
    const now = clock.now();
    const verified = providers.named(provider).verify(raw, now);
    if (verified.isErr()) return verified;
    const reference = verified.value?.reference;
    if (!reference) return Ok(undefined);

    await unitOfWork.run<void, never>(async (tx) => {
      const known = await checkNow(tx, { provider, reference, received: now }, now);
      if (!known)
        await tx.notifications.add({
          id: ids.next(),
          provider,
          reference,
          received: now,
          due: { at: nextReconciliation(now, now), attempts: 0 },
        });
      return Ok(undefined);
    });
    trigger.fire('payments');
    return Ok(undefined);
  };

/** Whether the input has the shape of a notification. Any other input is refused. */
const isNotification = (input: unknown): boolean => {
  const { provider, headers, body } = Object(input) as Readonly<Record<string, unknown>>;
  return typeof provider === 'string' && areHeaders(headers) && isBytes(body);
};

const areHeaders = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  Object.values(input).every((value) => value === undefined || typeof value === 'string');

/** Checks whether the payment of a notification that matched none exists by now. */
export const checkNotification =
  ({
    unitOfWork,
    clock,
    trigger,
    errorReporter,
  }: Pick<Dependencies, 'unitOfWork' | 'clock' | 'trigger' | 'errorReporter'>) =>
  async (claim: Claim): Promise<void> => {
    const checked = await unitOfWork.run<Checked | undefined, never>(async (tx) => {
      const notification = await tx.notifications.find(claim.id);
      if (!notification?.due) return Ok(undefined);
      const now = clock.now();
      const found = await checkNow(tx, notification, now);
      const isOver = found || now >= recheckNotificationUntil(notification.received);
      await tx.notifications.save({
        ...notification,
        due: isOver ? null : { ...notification.due, at: nextReconciliation(notification.received, now) },
      });
      return Ok({ found, lost: isOver && !found && isPaymentId(notification.reference) ? notification : null });
    });
    const { found, lost } = checked.unwrap() ?? {};
    if (found) trigger.fire('payments');
    if (lost)
      errorReporter.report({
        what: 'a notification is for a payment that is not in the database',
        about: { provider: lost.provider, reference: lost.reference },
      });
  };

/**
 * The result of the search for a notification's payment. `lost` is the notification if its reference looks like ours
 * and even the last search found no payment.
 */
interface Checked {
  readonly found: boolean;
  readonly lost: Notification | null;
}

/**
 * Makes the notification's payment due for a check now, unless the payment has succeeded. Returns whether this provider
 * has such a payment.
 */
const checkNow = async (
  { payments, quotes }: Transaction,
  { provider, reference, received }: Pick<Notification, 'provider' | 'reference' | 'received'>,
  now: Instant,
): Promise<boolean> => {
  const referred = await payments.withReference(reference);
  if (referred?.provider !== provider) return false;
  await quotes.lock(referred.companyId, referred.quoteId);
  const payment = (await payments.find(referred.companyId, referred.id)) ?? referred;
  // A worker that is querying now keeps its lease, notices the notification and, unless money has arrived, leaves the
  // payment due.
  await payments.save(markNotified(payment, received, now), { at: now, why: { code: 'notification_received' } });
  return true;
};

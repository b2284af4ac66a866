import { isBytes } from '../../domain/document/document-type.ts';
import { noticePayment } from '../../domain/payment/payment.ts';
import { lastLook, nextLook } from '../../domain/payment/schedule.ts';
import type { Bell } from '../../ports/bell.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Ids } from '../../ports/ids.ts';
import type { NoticeRefused, Providers, RawNotice } from '../../ports/mobile-money.ts';
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { fields } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText } from '../../shared/text.ts';

/** What receiving a notification needs. */
export interface NoticeNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly providers: Providers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bell: Bell;
}

/** Takes a notification, from the provider it was addressed as; refuses one that provider did not make. */
export type ReceiveNotice = (notice: RawNotice & { readonly provider: string }) => Promise<Result<void, NoticeRefused>>;

/**
 * Records a provider's notification as "look now", before it is answered: only a hint, never believed. One that
 * belongs to no payment may have overtaken it, and is looked into again for an hour.
 */
export const receiveNotice =
  ({ unitOfWork, providers, clock, ids, bell }: NoticeNeeds): ReceiveNotice =>
  async (notice) => {
    if (!isNotice(notice)) return Err({ code: 'notice_refused' });
    const { provider, ...raw } = notice;
    const now = clock.now();
    const verified = providers.named(provider).verify(raw, now);
    if (verified.isErr()) return verified;
    const reference = verified.value?.reference;
    if (!reference) return Ok(undefined);

    await unitOfWork.run<void, never>(async (tx) => {
      const known = await lookNow(tx, reference, now, now);
      if (!known)
        await tx.notices.add({
          id: ids.next(),
          provider,
          reference,
          received: now,
          due: { at: nextLook(now, now), attempts: 0 },
        });
      return Ok(undefined);
    });
    bell.ring('payments');
    return Ok(undefined);
  };

/** What is none cannot be verified: it was not made by the provider. */
const isNotice = (input: unknown): boolean =>
  fields(input, {
    provider: anyText,
    headers: (given) => (areHeaders(given) ? Ok(given) : Err('must be texts by name')),
    body: (given) => (isBytes(given) ? Ok(given) : Err('must be bytes')),
  }).isOk();

const areHeaders = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  Object.values(input).every((value) => value === undefined || typeof value === 'string');

/** Looks again whether the payment of an early notification has appeared. */
export const lookIntoNotice =
  ({ unitOfWork, clock, bell }: Omit<NoticeNeeds, 'providers' | 'ids'>) =>
  async (claim: Claim): Promise<void> => {
    const known = await unitOfWork.run<boolean, never>(async (tx) => {
      const notice = await tx.notices.find(claim.id);
      if (!notice?.due) return Ok(false);
      const now = clock.now();
      const found = await lookNow(tx, notice.reference, notice.received, now);
      const over = found || now >= lastLook(notice.received);
      await tx.notices.save({ ...notice, due: over ? null : { ...notice.due, at: nextLook(notice.received, now) } });
      return Ok(found);
    });
    if (known.unwrap()) bell.ring('payments');
  };

const lookNow = async (
  { payments, quotes, leases }: Transaction,
  reference: string,
  arrived: Instant,
  now: Instant,
): Promise<boolean> => {
  const referred = await payments.withReference(reference);
  if (!referred) return false;
  await quotes.lock(referred.companyId, referred.quoteId);
  const payment = (await payments.find(referred.companyId, referred.id)) ?? referred;
  const noticed = noticePayment(payment, arrived, now);
  if (noticed === payment) return true;
  await payments.save(noticed, { at: now, why: 'a notification came' });
  // Whoever looks at it just now may have asked before it happened: their appointment must not replace this one.
  if (payment.status !== 'opening')
    await leases.revoke({ kind: 'payments', companyId: payment.companyId, id: payment.id });
  return true;
};

import { later, type Due, type Instant, type Payment, type Refund } from '@vehicle-insurance/core';
import { SOME_MORNING } from '../builders/days.ts';
import { aRefund } from '../builders/payment.ts';
import { inUnit, storedContract, storedPayment, storedQuote } from '../builders/stored.ts';
import type { StoreSubject } from './store.ts';

/** What the contracts of the operators' views write into histories. */
export const NOTE = { at: SOME_MORNING, why: 'the contract of the port' };

export const minutesOn = (minutes: number): Instant => later(SOME_MORNING, { minutes });

/** A payment of a company of its own, with a refund if one is asked for. */
export const aPaymentIn = async (
  { unitOfWork }: StoreSubject,
  payment: Payment,
  refund?: Partial<Refund>,
): Promise<{ payment: Payment; refund: Refund | null }> => {
  const stored = await storedPayment(unitOfWork, (await storedQuote(unitOfWork)).quote, payment);
  if (!refund) return { payment: stored, refund: null };
  const { companyId, id: paymentId, session } = stored;
  const made = aRefund({ ...refund, companyId, paymentId, sessionId: session?.id ?? '' });
  await inUnit(unitOfWork, ({ refunds }) => refunds.add(made, NOTE));
  return { payment: stored, refund: made };
};

/** The id of a contract of a company of its own. */
export const aContractIn = async (
  { unitOfWork }: StoreSubject,
  over: Parameters<typeof storedContract>[2] = {},
): Promise<string> => (await storedContract(unitOfWork, await storedQuote(unitOfWork), over)).contract.id;

/** Due in the morning, tried three times before. */
export const dueIn = (trouble?: string): Due => ({
  at: SOME_MORNING,
  attempts: 3,
  ...(trouble !== undefined && { trouble, troubledSince: SOME_MORNING }),
});

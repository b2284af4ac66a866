import { chargeFor } from '../../domain/payment/fees.ts';
import {
  checkOpenings,
  openingsCountAfter,
  payerOpenings,
  type TooManyOpenings,
} from '../../domain/payment/opening-limit.ts';
import { intendPayment, type Payment } from '../../domain/payment/payment.ts';
import type { Quote, QuoteNotFound } from '../../domain/quote/quote.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { dateOf, type Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import type { MobileNumber } from '../../shared/rules.ts';

/** The quote has a pending payment. */
export interface PaymentInProgress {
  readonly code: 'payment_in_progress';
  readonly paymentId: string;
  readonly paymentUrl: string | null;
}

/** Why a quote cannot be paid now (docs/api.md 5.8). */
export type IntentRefused =
  | PaymentInProgress
  | { readonly code: 'quote_already_paid' }
  | { readonly code: 'quote_incomplete' }
  | { readonly code: 'quote_start_date_passed' }
  | { readonly code: 'payment_unavailable' }
  | TooManyOpenings;

/** The payment that a call opens or finds. */
export interface Intent {
  readonly payment: Payment;
  /** The lease under which this call opens the payment. Absent if the payment existed before this call. */
  readonly claim?: Claim | undefined;
}

export type IntentDependencies = Pick<
  Dependencies,
  'unitOfWork' | 'providers' | 'fees' | 'openingLimits' | 'clock' | 'ids' | 'zone'
>;

/**
 * Seconds of real time that an opening may take. After that, the process that opens the payment counts as dead, and
 * another process finishes the opening.
 */
export const OPENING_LEASE = 30;

/** The quote to pay, the payer, and the payment's id if the caller has chosen one. */
export interface IntentCommand {
  readonly companyId: string;
  readonly quoteId: string;
  readonly payer: MobileNumber;
  readonly id?: string | null;
}

/**
 * Decides whether the quote can be paid now and, if so, commits the intent. Only committed intents count towards the
 * limits of openings.
 */
export const makeIntent = (dependencies: IntentDependencies) => {
  const { unitOfWork, providers, fees, openingLimits = {}, clock, ids } = dependencies;
  const payers = payerOpenings(openingLimits.perPayer);

  return async ({ companyId, quoteId, payer, id }: IntentCommand) => {
    let uncount = (): void => undefined;
    const intend = async (tx: Transaction): Promise<Result<Intent, QuoteNotFound | IntentRefused>> => {
      // If the unit of work runs again, the count of its previous run must be undone.
      uncount();
      const quote = await tx.quotes.lock(companyId, quoteId);
      if (!quote) return Err({ code: 'quote_not_found' });
      const before = id ? await tx.payments.find(companyId, id) : undefined;
      if (before) return Ok({ payment: before });
      const live = await tx.payments.live(companyId, quoteId);
      if (live) return live.status === 'opening' ? Ok({ payment: live }) : Err(livePaymentError(live));

      const now = clock.now();
      const payable = await refuseUnpayable(tx, quote, dependencies, now);
      if (payable.isErr()) return payable;
      const counted = payers.take(companyId, payer, now);
      if (counted.isErr()) return counted;
      uncount = counted.value;

      const { provider, capabilities } = providers.opening;
      const charge = chargeFor(quote.premium.amount, fees, capabilities.amountStep);
      const payment = intendPayment({ id: id ?? ids.next(), companyId, quoteId, provider, payer, ...charge }, now);
      await tx.payments.add(payment, { at: now, why: { code: 'payment_requested' } });
      return Ok({
        payment,
        claim: await tx.leases.take({ kind: 'payments', companyId, id: payment.id }, OPENING_LEASE),
      });
    };
    try {
      return await unitOfWork.run(intend);
    } catch (error) {
      uncount();
      throw error;
    }
  };
};

/** The error for an attempt to pay a quote that already has a pending or succeeded payment. */
export const livePaymentError = ({ status, id, session }: Payment): IntentRefused =>
  status === 'succeeded'
    ? { code: 'quote_already_paid' }
    : { code: 'payment_in_progress', paymentId: id, paymentUrl: session?.url ?? null };

const refuseUnpayable = async (
  tx: Transaction,
  { companyId, id, policyholder, startDate }: Quote,
  { providers: { opening }, openingLimits, zone }: IntentDependencies,
  now: Instant,
): Promise<Result<void, IntentRefused>> => {
  const today = dateOf(now, zone);
  if (policyholder.phone === null) return Err({ code: 'quote_incomplete' });
  if (startDate < today) return Err({ code: 'quote_start_date_passed' });
  if (!opening.accepting() || (await tx.paymentPause.active())) return Err({ code: 'payment_unavailable' });
  const most = openingLimits?.perQuote;
  if (most === undefined) return Ok(undefined);
  const openings = await tx.payments.openings(companyId, id, openingsCountAfter(now));
  return checkOpenings('openings_of_quote', openings, most, now);
};

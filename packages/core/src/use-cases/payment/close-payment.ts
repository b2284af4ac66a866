import { failPayment, type PaymentNotFound } from '../../domain/payment/payment.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import type { IllegalTransition } from '../../shared/machine.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, plainText, shortText, type InvalidRequest } from '../../shared/rules.ts';

/** The payment to close, why, and by whom. */
export interface ClosePaymentCommand {
  readonly paymentId: string;
  readonly why: string;
  readonly by: By;
}

/**
 * The payment is still being opened, and can be closed only once the opening has ended. An opening usually takes less
 * than a minute. If the provider's answer was lost and the provider has no search, the opening lasts as long as a
 * session can be paid.
 */
export interface PaymentStillOpening {
  readonly code: 'payment_still_opening';
}

/**
 * An operator closes a pending payment, for example because its provider does not answer, so that the quote can be paid
 * again. The payment fails and is still reconciled, so money that arrives later is refunded.
 */
export const closePayment =
  ({ unitOfWork, paymentQueries, clock }: Pick<Dependencies, 'unitOfWork' | 'paymentQueries' | 'clock'>) =>
  async (
    command: ClosePaymentCommand,
  ): Promise<Result<void, InvalidRequest | PaymentNotFound | PaymentStillOpening | IllegalTransition>> => {
    const checked = fields(command, { paymentId: plainText, why: shortText, by: author });
    if (checked.isErr()) return checked;
    const { paymentId, why, by } = checked.value;
    const details = await paymentQueries.find(paymentId);
    if (!details) return Err({ code: 'payment_not_found' });
    const { companyId, quoteId } = details.payment;
    return unitOfWork.run<void, PaymentStillOpening | IllegalTransition>(async ({ quotes, payments }) => {
      await quotes.lock(companyId, quoteId);
      const payment = (await payments.find(companyId, paymentId)) ?? details.payment;
      if (payment.status === 'opening') return Err({ code: 'payment_still_opening' });
      const now = clock.now();
      const closed = failPayment(payment, 'provider_error', now, {
        reconcile: true,
        lastError: payment.due?.lastError,
      });
      if (closed.isErr()) return closed;
      return Ok(await payments.save(closed.value, { at: now, why: { code: 'operator_decided', note: why }, by }));
    });
  };

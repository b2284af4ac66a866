import {
  chargedAmount,
  FAILURE_REASONS,
  paymentMachine,
  refundMachine,
  statesOf,
  type PaymentShown,
  type QuoteStatusView as QuoteStanding,
} from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, integer, object, oneOf, orNull, text, textOrNull, timestamp, timestampOrNull } from './fields.ts';
import { CONTRACT_ID, QUOTE_STATUSES } from './quote.ts';

/** docs/api.md 4.2: callers do not see an attempt that is still opening. */
const PAYMENT_STATUSES = statesOf(paymentMachine).filter((status) => status !== 'opening');

/** Money that goes back to the payer: it came too late, twice or in the wrong amount. */
export const REFUND = object({
  status: oneOf(statesOf(refundMachine), '`manual`: the provider cannot do it, a person will.'),
  amount: integer('What was paid, in francs CFA.', 85_202),
  created: timestamp('When it became due.'),
  completed: timestampOrNull('When the money was back.'),
});

/** docs/api.md 3.4. */
export const PAYMENT = object({
  id: text('Payment id.', EXAMPLE.paymentId),
  quoteId: text('The quote it pays.', EXAMPLE.quoteId),
  status: oneOf(PAYMENT_STATUSES, 'Whether the payer has confirmed.'),
  amount: integer('Premium, in francs CFA.', 84_358),
  fees: integer('The provider’s fee, in francs CFA.', 844),
  chargedAmount: integer('Amount and fees: what the payer is asked for.', 85_202),
  paymentUrl: textOrNull('Where the payer confirms; set while `pending`.', 'https://pay.wave.com/c/cos-1b2c3d4e'),
  failureReason: {
    ...textOrNull('Set when the payment failed. Accept values that are not listed here.', FAILURE_REASONS[0]),
    examples: FAILURE_REASONS,
  },
  created: timestamp('When it was asked for.'),
  completed: timestampOrNull('When it succeeded or failed.'),
  refund: orNull(REFUND),
});

/** What polling answers (docs/api.md 5.9). */
export const QUOTE_STANDING = object({
  status: oneOf(QUOTE_STATUSES, 'Where the quote stands.'),
  contractId: CONTRACT_ID,
  payment: orNull(PAYMENT),
});

/** A payment in an answer. */
export type PaymentView = FromSchema<typeof PAYMENT>;
/** What polling a quote answers. */
export type QuoteStandingView = FromSchema<typeof QUOTE_STANDING>;

/** A payment as callers see it, with the refund of what was paid into it. */
export const paymentView = ({ payment, refund }: PaymentShown): PaymentView => ({
  id: payment.id,
  quoteId: payment.quoteId,
  // Use cases return no attempt that is still opening; a caller would see it as waiting.
  status: payment.status === 'opening' ? 'pending' : payment.status,
  amount: payment.amount,
  fees: payment.fees,
  chargedAmount: chargedAmount(payment),
  paymentUrl: payment.status === 'pending' ? (payment.session?.url ?? null) : null,
  failureReason: payment.failureReason,
  created: payment.created,
  completed: payment.completed,
  refund: refund && {
    status: refund.status,
    amount: refund.amount,
    created: refund.created,
    completed: refund.completed,
  },
});

/** Where a quote stands, with its latest payment. */
export const quoteStandingView = ({ status, contractId, payment }: QuoteStanding): QuoteStandingView => ({
  status,
  contractId,
  payment: payment && paymentView(payment),
});

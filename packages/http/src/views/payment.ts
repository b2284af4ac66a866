import {
  chargedAmount,
  FAILURE_REASONS,
  paymentMachine,
  QUOTE_STATUSES,
  refundMachine,
  statesOf,
  type PaymentShown,
  type QuoteStatusView as QuoteStanding,
} from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, integer, object, oneOf, orNull, text, textOrNull, timestamp, timestampOrNull } from './fields.ts';
import { CONTRACT_ID } from './quote.ts';

/** docs/api.md 4.2: callers never see a payment that is still opening. */
const PAYMENT_STATUSES = statesOf(paymentMachine).filter((status) => status !== 'opening');

export const REFUND = object({
  status: oneOf(statesOf(refundMachine), '`manual`: the provider cannot make the refund, so an operator will.'),
  amount: integer('The amount paid, in francs CFA.', 85_202),
  created: timestamp('When it became due.'),
  completed: timestampOrNull('When the refund was made.'),
});

/** docs/api.md 3.4. */
export const PAYMENT = object({
  id: text('Payment id.', EXAMPLE.paymentId),
  quoteId: text('The quote it pays.', EXAMPLE.quoteId),
  status: oneOf(PAYMENT_STATUSES, 'Whether the payer has confirmed.'),
  amount: integer('Premium, in francs CFA.', 84_358),
  fees: integer('The payer’s fee, in francs CFA: what the provider’s service costs the payer.', 844),
  chargedAmount: integer('The amount that the payer pays: premium and fee.', 85_202),
  paymentUrl: textOrNull(
    'The address at which the payer confirms; set while `pending`, unless the payer confirms a prompt on the phone.',
    'https://pay.wave.com/c/cos-1b2c3d4e',
  ),
  failureReason: {
    ...textOrNull('Set when the payment failed. Accept values that are not listed here.', FAILURE_REASONS[0]),
    examples: FAILURE_REASONS,
  },
  created: timestamp('When it was requested.'),
  completed: timestampOrNull('When it succeeded or failed.'),
  refund: orNull(REFUND),
});

/** The response to polling a quote (docs/api.md 5.9). */
export const QUOTE_STANDING = object({
  status: oneOf(QUOTE_STATUSES, 'The status of the quote.'),
  contractId: CONTRACT_ID,
  payment: orNull(PAYMENT),
});

/** A payment in a response, with its refund. */
export type PaymentView = FromSchema<typeof PAYMENT>;
/** The result of polling a quote. */
export type QuoteStandingView = FromSchema<typeof QUOTE_STANDING>;

/** A payment as callers see it, with its refund. */
export const paymentView = ({ payment, refund }: PaymentShown): PaymentView => ({
  id: payment.id,
  quoteId: payment.quoteId,
  // Use cases never return a payment that is still opening. `pending` is only a safeguard.
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

export const quoteStandingView = ({ status, contractId, payment }: QuoteStanding): QuoteStandingView => ({
  status,
  contractId,
  payment: payment && paymentView(payment),
});

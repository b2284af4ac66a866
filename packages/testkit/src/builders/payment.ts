import { CURRENCY, type Notification, type Payment, type PaymentSession, type Refund } from '@vehicle-insurance/core';
import { at, SOME_MORNING } from './days.ts';
import { freshId, freshText } from './ids.ts';

/** A session that ends half an hour after `SOME_MORNING`. */
export const aPaymentSession = (over: Partial<PaymentSession> = {}): PaymentSession => ({
  id: freshText('session-'),
  url: 'https://pay.example/session',
  expires: at('2026-01-15T09:30:00.000Z'),
  ended: null,
  ...over,
});

/** A payment that waits for its payer. */
export const aPayment = (over: Partial<Payment> = {}): Payment => ({
  id: freshId(),
  companyId: freshId(),
  quoteId: freshId(),
  duplicateOf: null,
  status: 'pending',
  provider: 'fake',
  payer: '+2250505060708',
  amount: 120_225,
  fees: 1_203,
  session: aPaymentSession(),
  processingSeen: false,
  silentSince: null,
  notifications: 0,
  notified: null,
  lastUnpaid: null,
  failureReason: null,
  created: SOME_MORNING,
  completed: null,
  due: { at: at('2026-01-15T09:02:00.000Z'), attempts: 0 },
  ...over,
});

/** A payment whose money has arrived. */
export const aPaidPayment = (over: Partial<Payment> = {}): Payment =>
  aPayment({ status: 'succeeded', completed: at('2026-01-15T09:05:00.000Z'), due: null, ...over });

/** A payment that has failed and is no longer reconciled. */
export const aFailedPayment = (over: Partial<Payment> = {}): Payment =>
  aPayment({
    status: 'failed',
    failureReason: 'expired',
    completed: at('2026-01-15T09:30:00.000Z'),
    due: null,
    ...over,
  });

/** A refund that is due. */
export const aRefund = (over: Partial<Refund> = {}): Refund => ({
  id: freshId(),
  companyId: freshId(),
  paymentId: freshId(),
  provider: 'fake',
  sessionId: freshText('session-'),
  status: 'due',
  amount: 121_428,
  currency: CURRENCY,
  isPart: false,
  created: SOME_MORNING,
  completed: null,
  due: { at: SOME_MORNING, attempts: 0 },
  ...over,
});

/** A notification without a matching payment. */
export const aNotification = (over: Partial<Notification> = {}): Notification => ({
  id: freshId(),
  provider: 'fake',
  reference: freshId(),
  received: SOME_MORNING,
  due: { at: at('2026-01-15T09:01:00.000Z'), attempts: 0 },
  ...over,
});

import type { WorkQueue } from '@vehicle-insurance/core';

// The queues of the builders' payments and refunds, whose provider is always `fake`.

/** Payments that are due only by the clock. */
export const ROUTINE_PAYMENTS = { kind: 'payments', provider: 'fake', urgent: false } as const satisfies WorkQueue;

/** Payments with a notification. */
export const URGENT_PAYMENTS = { ...ROUTINE_PAYMENTS, urgent: true } as const satisfies WorkQueue;

/** Refunds that are due. */
export const REFUNDS = { kind: 'refunds', provider: 'fake' } as const satisfies WorkQueue;

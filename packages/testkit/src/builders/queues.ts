import type { WorkQueue } from '@vehicle-insurance/core';

// The queues of the payments and refunds that the builders create, whose provider is always `fake`.

/** Payments that are due without a notification. */
export const ROUTINE_PAYMENTS = { kind: 'payments', provider: 'fake', urgent: false } as const satisfies WorkQueue;

/** Payments that are due because the provider sent a notification. */
export const URGENT_PAYMENTS = { ...ROUTINE_PAYMENTS, urgent: true } as const satisfies WorkQueue;

/** Refunds that are due. */
export const REFUNDS = { kind: 'refunds', provider: 'fake' } as const satisfies WorkQueue;

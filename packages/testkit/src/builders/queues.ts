import type { WorkQueue } from '@vehicle-insurance/core';

// The queues in which the builders' payments and refunds wait: they are all with the provider called `fake`.

/** Payments that are only due by the clock. */
export const ROUTINE_PAYMENTS = { kind: 'payments', provider: 'fake', urgent: false } as const satisfies WorkQueue;

/** Payments of which a notification has come. */
export const URGENT_PAYMENTS = { ...ROUTINE_PAYMENTS, urgent: true } as const satisfies WorkQueue;

/** Money to give back. */
export const REFUNDS = { kind: 'refunds', provider: 'fake' } as const satisfies WorkQueue;

import type { WorkQueue } from '@vehicle-insurance/core';

// The queues of the builders' payments and refunds, all of which are with the provider called `fake`.

/** Payments due by the clock only. */
export const ROUTINE_PAYMENTS = { kind: 'payments', provider: 'fake', urgent: false } as const satisfies WorkQueue;

/** Payments with a notification received. */
export const URGENT_PAYMENTS = { ...ROUTINE_PAYMENTS, urgent: true } as const satisfies WorkQueue;

/** Money to give back. */
export const REFUNDS = { kind: 'refunds', provider: 'fake' } as const satisfies WorkQueue;

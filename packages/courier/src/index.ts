// Events of a company as signed webhooks.

export { startCourier, type Courier, type CourierOptions } from './courier.ts';
export type { Report } from './lane.ts';
export { ANY_ADDRESS, PUBLIC_ADDRESSES, SANDBOX_ADDRESSES, type Reach } from './reach.ts';
export { overThreeDays, type RetryPolicy } from './retry.ts';

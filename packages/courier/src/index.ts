// Sends the events of companies as signed webhooks.

export { runWith, type Run } from './command-context.ts';
export { courierConfiguration } from './configuration.ts';
export { startCourier, type Courier, type CourierOptions } from './courier.ts';
export type { Report } from './dispatcher.ts';
export { courierMetrics } from './metrics.ts';
export { courierNouns } from './nouns.ts';
export { courierProgram } from './program.ts';
export { ANY_ADDRESS, PUBLIC_ADDRESSES, SANDBOX_ADDRESSES, type AddressGuard } from './address-guard.ts';
export { openWebhooks } from './web/open-webhooks.ts';
export type { WebhooksApi } from './web/server.ts';
export { overThreeDays, type RetryPolicy } from './retry.ts';

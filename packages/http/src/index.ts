// The business API over HTTP: what comes in, which use case of the core decides, what goes out. The only part of the
// service that knows a status number.

export { api, type ApiNeeds } from './api.ts';
export { openApiDocument, type OpenApiDocument } from './openapi/document.ts';
export { API_PATH } from './routes.ts';
export type { UseCases } from './use-cases.ts';
export type { RequestLimits } from './limits/request-limits.ts';
export type { NamedLimit, RateLimit } from './limits/standing.ts';
export type { RequestLine } from './middleware/log-requests.ts';
export type { StoreAnswers } from './middleware/require-store.ts';
export type { Readiness } from './open/health.ts';
export type { Notifications } from './open/notifications.ts';
export type { ClockMove, SandboxClock } from './open/sandbox-clock.ts';

export { contractView, type ContractView } from './views/contract.ts';
export { coverageView, type CoverageView } from './views/coverage.ts';
export { type ErrorView } from './views/error.ts';
export { EXAMPLE } from './views/examples.ts';
export { paymentView, type PaymentView, type QuoteStandingView } from './views/payment.ts';
export { quoteView, type QuoteView } from './views/quote.ts';
export { vehicleView, type VehicleView } from './views/vehicle.ts';

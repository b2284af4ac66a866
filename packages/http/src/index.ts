// The business API over HTTP: parses requests, calls the core's use cases and builds responses. Only this package
// determines the HTTP status codes of the API.

export { api, type ApiDependencies } from './api.ts';
export { openApiDocument, type OpenApiDocument } from './openapi/document.ts';
export { API_PATH, type UseCases } from './routes.ts';
export { clientAddress } from './callers/client-address.ts';
export type { RequestLimits } from './callers/rate-limits.ts';
export type { RequestLine, StoreAnswers } from './middleware/requests.ts';
export type { Readiness } from './open/health.ts';
export type { Notifications } from './open/notifications.ts';
export type { Proofs } from './open/proofs.ts';
export type { ClockMove, SandboxClock } from './open/sandbox-clock.ts';

export { contractView, type ContractView } from './views/contract.ts';
export { coverageView, type CoverageView } from './views/coverage.ts';
export { type ErrorView } from './views/error.ts';
export { EXAMPLE } from './views/fields.ts';
export { paymentView, type PaymentView, type QuoteStandingView } from './views/payment.ts';
export { quoteView, type QuoteView } from './views/quote.ts';
export { vehicleView, type VehicleView } from './views/vehicle.ts';

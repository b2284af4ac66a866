// A typed client of the vehicle insurance API, for Node and browsers.

export { insuranceClient, type InsuranceClient } from './insurance-client.ts';
export {
  webhooksClient,
  type NewWebhookEndpoint,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  type WebhookEndpoint,
  type WebhookEndpointChange,
  type WebhookEndpointWithSecret,
  type WebhooksClient,
  type WebhooksClientOptions,
  type WebhookTestResult,
} from './webhooks-client.ts';
export type { InsuranceClientOptions } from './connection.ts';
export type { VehicleCalls, VehicleRegistration } from './vehicle-calls.ts';
export type { QuoteCalls } from './quote-calls.ts';
export type { ContractCalls } from './contract-calls.ts';
export type { EventCalls } from './event-calls.ts';
export type { KeyCalls } from './key-calls.ts';
export type { RegistrationDocument } from './vehicle-form.ts';
export type {
  RequestOptions,
  PaperRequestOptions,
  EventFilter,
  ListOptions,
  ContractFilter,
  QuoteFilter,
  PageQuery,
  Language,
  PostOptions,
  EventReadOptions,
  VehicleFilter,
  CertificateWaitOptions,
  PaymentWaitOptions,
} from './options.ts';
export type { CertificateOutcome, CertifiedContract, PaymentOutcome, UncertifiedContract } from './outcomes.ts';

export { InsuranceApiError, isApiError, type ApiErrorOf, type FieldProblem } from './insurance-api-error.ts';
export { InsuranceConnectionError } from './insurance-connection-error.ts';
export { ERROR_CODES, type ErrorCode } from './error-codes.ts';

export type {
  ApiKey,
  Certificate,
  Contract,
  Coverage,
  EventList,
  InsuranceEvent,
  IssuedApiKey,
  NewApiKey,
  NewPayment,
  NewQuote,
  NewVehicle,
  Page,
  Payment,
  PremiumLine,
  Quote,
  QuoteStatus,
  Vehicle,
} from './shapes.ts';
export type { Fetch } from './retrying-fetch.ts';
export type { Time } from './time.ts';

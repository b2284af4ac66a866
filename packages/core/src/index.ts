// The domain of vehicle insurance: what a quote, a payment, a contract and a certificate are, and every rule about
// them. Nothing here knows a framework, a database or a provider; what it needs of the outside, it names as ports.

export {
  ABIDJAN,
  addDays,
  completedYears,
  dateOf,
  instantAt,
  instantOf,
  lastDayOfCover,
  later,
  millisecondsOf,
  parseDate,
  parseInstant,
  parseLater,
  startOfDay,
  type Instant,
  type LocalDate,
  type TimeZone,
} from './shared/calendar.ts';
export type { Due } from './shared/due.ts';
export { withoutPersons } from './shared/evidence.ts';
export {
  fields,
  invalidRequest,
  Unreadable,
  type FieldError,
  type InvalidRequest,
  type Rule,
} from './shared/invalid-request.ts';
export { machine, statesOf, step } from './shared/machine.ts';
export { mobileNumber } from './shared/mobile-number.ts';
export { basisPoints, CURRENCY, roundUpTo, shareOf, sum, type Francs } from './shared/money.ts';
export { integer, type Range } from './shared/number.ts';
export { done, notYet, refused, unknown, type Evidence, type Outcome } from './shared/outcome.ts';
export { PAGE, type Page, type PageRequest } from './shared/paging.ts';
export { Err, Ok, type Result } from './shared/result.ts';
export { anyText, exactText, text, type Length } from './shared/text.ts';
export { nextTime } from './shared/timetable.ts';

export {
  certificateMachine,
  retryRequest,
  type AcceptedRequest,
  type CertificateConcern,
  type CertificateRequest,
  type CertificateStatus,
  type ConcernKind,
} from './domain/certificate/certificate-request.ts';
export type { Acceptance, Certificate } from './domain/certificate/certificate.ts';

export { ENVIRONMENTS, type ApiKey, type Caller, type Environment } from './domain/company/api-key.ts';
export { companyState, type Company } from './domain/company/company.ts';

export {
  changeDay,
  contractMachine,
  daysCovered,
  type Cancellation,
  type Contract,
  type ContractEvent,
  type ContractStatus,
} from './domain/contract/contract.ts';
export { isPolicyNumberFormat, policyNumber, type PolicyNumberFormat } from './domain/contract/policy-number.ts';

export {
  EMPTY_CATALOGUE,
  type CatalogueDefinition,
  type CatalogueVersion,
  type PricedCoverage,
} from './domain/coverage/catalogue.ts';
export type { Coverage } from './domain/coverage/coverage.ts';
export { explainLine, spaced } from './domain/coverage/explain-line.ts';
export { findFalls } from './domain/coverage/find-falls.ts';
export { findGaps } from './domain/coverage/find-gaps.ts';
export {
  amountOf,
  totalOf,
  type Basis,
  type Factor,
  type LineKind,
  type Premium,
  type PremiumLine,
} from './domain/coverage/premium.ts';
export type { PricingFacts } from './domain/coverage/price-component.ts';
export { price, UNAVAILABILITY_MESSAGES, type Unavailability } from './domain/coverage/price.ts';
export {
  ALL_FEES,
  COEFFICIENT_NAMES,
  MEASURE_NAMES,
  NET_PREMIUM,
  RESERVED_CODES,
  VALUE_NAMES,
  type Component,
  type MinimumPremium,
  type Row,
  type Tariff,
} from './domain/coverage/tariff.ts';
export { DURATIONS, USAGES, type Duration, type Usage } from './domain/coverage/terms.ts';

export {
  DOCUMENT_TYPES,
  documentTypeOf,
  LARGEST_DOCUMENT,
  withExtension,
  type DocumentType,
} from './domain/document/document-type.ts';
export { looseDocument, type LooseDocument } from './domain/document/loose-document.ts';

export { FAILURE_REASONS, type FailureReason } from './domain/payment/failure-reason.ts';
export { chargeFor, type FeeSchedule } from './domain/payment/fees.ts';
export {
  chargedAmount,
  failPayment,
  isOpened,
  LIVE_STATES,
  paymentMachine,
  type Payment,
  type PaymentSession,
  type PaymentStatus,
} from './domain/payment/payment.ts';
export { refundMachine, type Refund, type RefundStatus } from './domain/payment/refund.ts';
export { chooseSession, hasExpired, type Session, type SessionState } from './domain/payment/session.ts';

export { POLICYHOLDER_NAME, quoteTerms } from './domain/quote/quote-terms.ts';
export { quoteStatus, type Quote } from './domain/quote/quote.ts';

export { LICENCE_PLATE, licencePlate } from './domain/vehicle/licence-plate.ts';
export { VEHICLE_BOUNDS, type VehicleInput } from './domain/vehicle/vehicle-details.ts';
export { ENERGIES, VEHICLE_TYPES, type Energy, type Vehicle, type VehicleType } from './domain/vehicle/vehicle.ts';

export type { ApiKeys, Callers, Keyring } from './ports/api-keys.ts';
export {
  ATTENTION_KINDS,
  attentionKindsOf,
  type Attention,
  type AttentionKind,
  type Dismissal,
  type Dismissals,
  type Lateness,
} from './ports/attention.ts';
export { JOBS, type Bell, type Job } from './ports/bell.ts';
export type { Catalogue, Catalogues } from './ports/catalogue.ts';
export {
  NO_LOOK_UP,
  type AuthorityRefusal,
  type CertificateApplication,
  type CertificateAuthority,
  type RequestState,
} from './ports/certificate-authority.ts';
export type { CertificateNumbers, CertificateOwner } from './ports/certificate-numbers.ts';
export type { CertificateRequests } from './ports/certificate-requests.ts';
export type { Clock } from './ports/clock.ts';
export type { Companies } from './ports/companies.ts';
export type { ContractDays } from './ports/contract-days.ts';
export type { ContractDocument, ContractFacts } from './ports/contract-document.ts';
export type { ContractFilter, Contracts, ContractView, ContractViews } from './ports/contracts.ts';
export type {
  DocumentMissing,
  Documents,
  LinkedDocument,
  LinkedDocuments,
  StorageUnavailable,
  StoredDocument,
} from './ports/documents.ts';
export {
  CLAIM_SECONDS,
  queueName,
  WORK_KINDS,
  type Claim,
  type DueWork,
  type FleetingKind,
  type WorkItem,
  type WorkKind,
  type WorkQueue,
} from './ports/due-work.ts';
export { HISTORIES, isMemorable, type Change, type History, type Note } from './ports/history.ts';
export type { FoundKey, HeldKey, IdempotencyKeys, KeyedRequest, NewKey } from './ports/idempotency-keys.ts';
export type { Ids } from './ports/ids.ts';
export type { Incidents } from './ports/incidents.ts';
export type { Leases } from './ports/leases.ts';
export type { Hit, LookUps, Meant } from './ports/look-ups.ts';
export type { LooseDocuments } from './ports/loose-documents.ts';
export {
  SESSION_NOT_KNOWN,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type NoticeHint,
  type NoticeRefused,
  type Providers,
  type RawNotice,
  type SessionRequest,
} from './ports/mobile-money.ts';
export type { Notice, Notices } from './ports/notices.ts';
export type { Patience } from './ports/patience.ts';
export type { PaymentPause } from './ports/payment-pause.ts';
export type { PaymentFilter, Payments, PaymentView, PaymentViews, PaymentWithRefund } from './ports/payments.ts';
export type { Quotes, QuoteStatusView, QuoteView, QuoteViews } from './ports/quotes.ts';
export type { Refunds } from './ports/refunds.ts';
export type { Scheduler } from './ports/scheduler.ts';
export { StoreUnavailable, type Transaction, type UnitOfWork } from './ports/unit-of-work.ts';
export type { Vehicles, VehicleViews } from './ports/vehicles.ts';
export type { StuckWork, WorkStatus, WorkViews } from './ports/work-views.ts';

export type { CallerError } from './use-cases/caller-error.ts';

export { retryCertificate, type RetryCertificate } from './use-cases/certificate/retry-certificate.ts';
export {
  retryFailedCertificates,
  type RetryFailedCertificates,
} from './use-cases/certificate/retry-failed-certificates.ts';

export { addCompany, type AddCompany } from './use-cases/company/add-company.ts';
export { authenticate, type Authenticate } from './use-cases/company/authenticate.ts';
export { companyCalled, enableCompany, type EnableCompany } from './use-cases/company/enable-company.ts';
export { issueKey, type IssueKey } from './use-cases/company/issue-key.ts';
export { listKeys, type ListKeys } from './use-cases/company/list-keys.ts';
export { revokeKey, type RevokeKey } from './use-cases/company/revoke-key.ts';
export { setCompany, type SetCompany } from './use-cases/company/set-company.ts';
export { showCompany, type ShowCompany } from './use-cases/company/show-company.ts';

export { attachCertificate, type AttachCertificate } from './use-cases/contract/attach-certificate.ts';
export { cancelContract, type CancelContract } from './use-cases/contract/cancel-contract.ts';
export { changeDays } from './use-cases/contract/change-days.ts';
export { getContract, withLinks, type ContractWithLinks, type GetContract } from './use-cases/contract/get-contract.ts';
export { listContracts, type ListContracts } from './use-cases/contract/list-contracts.ts';
export { openContract } from './use-cases/contract/open-contract.ts';

export { listCoverages, type ListCoverages } from './use-cases/coverage/list-coverages.ts';

export { answerOnce, type Answer, type AnswerOnce } from './use-cases/idempotency/answer-once.ts';
export { forgetOldKeys } from './use-cases/idempotency/forget-old-keys.ts';

export { checkPayment } from './use-cases/payment/check-payment.ts';
export { closePayment, type ClosePayment } from './use-cases/payment/close-payment.ts';
export { makeIntent } from './use-cases/payment/make-intent.ts';
export { makeRefund } from './use-cases/payment/make-refund.ts';
export { pausePayments, type PausePayments } from './use-cases/payment/pause-payments.ts';
export { payQuote, type PayQuote } from './use-cases/payment/pay-quote.ts';
export { receiveNotice, type ReceiveNotice } from './use-cases/payment/receive-notice.ts';
export { recordRefund, type RecordRefund, type RecordRefundCommand } from './use-cases/payment/record-refund.ts';

export { createQuote, type CreateQuote, type CreateQuoteCommand } from './use-cases/quote/create-quote.ts';
export { getQuoteStatus, type GetQuoteStatus } from './use-cases/quote/get-quote-status.ts';
export { getQuote, type GetQuote } from './use-cases/quote/get-quote.ts';
export { listQuotes, type ListQuotes } from './use-cases/quote/list-quotes.ts';

export { changeExternalId, type ChangeExternalId } from './use-cases/vehicle/change-external-id.ts';
export { getVehicle, type GetVehicle } from './use-cases/vehicle/get-vehicle.ts';
export { listVehicles, type ListVehicles } from './use-cases/vehicle/list-vehicles.ts';
export {
  registerVehicle,
  type PayloadTooLarge,
  type RegisterVehicle,
  type RegisterVehicleCommand,
  type Upload,
} from './use-cases/vehicle/register-vehicle.ts';

export { dismissAttention, type DismissAttention } from './use-cases/operations/dismiss-attention.ts';
export { jobs, runsOf, sweepers, type JobNeeds, type Sweepers } from './use-cases/operations/jobs.ts';
export { listAttention, type ListAttention } from './use-cases/operations/list-attention.ts';
export { namedFirst, readMeant } from './use-cases/operations/look-up.ts';
export { sweeper, type AroundWork, type Sweeper } from './use-cases/operations/sweep.ts';

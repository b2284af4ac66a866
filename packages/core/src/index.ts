// The domain of vehicle insurance: quotes, payments, contracts and certificates with all their rules. Nothing here
// depends on a framework, a database or a provider. Ports declare what the core needs from outside.

export {
  ABIDJAN,
  addDays,
  addMonths,
  calendarDate,
  dateOf,
  daysBetween,
  instantAt,
  instantOf,
  later,
  millisecondsOf,
  parseDate,
  parseInstant,
  parseLater,
  startOfDay,
  timeOf,
  type Instant,
  type LocalDate,
  type TimeZone,
} from './shared/calendar.ts';
export { SPREADSHEET_CSV } from './shared/csv.ts';
export type { Due } from './shared/due.ts';
export { parseJson } from './shared/json.ts';
export { isQuoted, keyProblem, requireKeys } from './shared/key.ts';
export { statesOf, step } from './shared/machine.ts';
export { CURRENCY, spaced, sum, type Francs } from './shared/money.ts';
export {
  done,
  notYet,
  refused,
  unknown,
  withoutPersons,
  type Evidence,
  type Outcome,
  type Throttled,
} from './shared/outcome.ts';
/** The error messages of the field rules, in every language. */
export * as FAULTS from './shared/faults.ts';
export { LANGUAGES, type Language, type Message } from './shared/message.ts';
export type { AuthorityFile, CallFailure, OutsideSystem, Problem, StatusMeaning } from './shared/problem.ts';
export { PAGE, type Page, type PageRequest, type Place } from './shared/paging.ts';
export { Err, Ok, type Result } from './shared/result.ts';
export {
  anyText,
  fields,
  integer,
  invalidRequest,
  oneOf,
  SHORT_TEXT,
  hasBidirectionalControl,
  shortText,
  Unreadable,
  type FieldError,
  type InvalidRequest,
  type Length,
  type Range,
  type Rule,
} from './shared/rules.ts';
export { decodeUtf8Text } from './shared/utf8.ts';

export type { ConcernKind } from './domain/certificate/certificate-concern.ts';
export {
  certificateMachine,
  type Annulment,
  type CertificateRequest,
  type CertificateStatus,
} from './domain/certificate/certificate-request.ts';
export type { Acceptance, Certificate } from './domain/certificate/certificate.ts';

export { ENVIRONMENTS, type ApiKey, type Caller, type Environment } from './domain/company/api-key.ts';
export { companyState, type Company } from './domain/company/company.ts';

export {
  changeDay,
  contractMachine,
  daysCovered,
  type Contract,
  type ContractEvent,
  type ContractStatus,
} from './domain/contract/contract.ts';
export {
  EARLIEST_ENDING,
  ENDING_DAYS,
  giveEndingNotices,
  newEndingNotices,
  type EndingNotices,
} from './domain/contract/ending.ts';
export {
  CANCELLATION_CODES,
  refundBasis,
  soldUntil,
  unlistedIn,
  type Cancellation,
} from './domain/contract/cancellation.ts';
export { policyNumberFormatProblem } from './domain/contract/policy-number.ts';

export {
  EMPTY_CATALOGUE,
  type CatalogueDefinition,
  type CatalogueVersion,
  type PricedCoverage,
} from './domain/coverage/catalogue.ts';
export {
  CLAUSE_SUBJECTS,
  CONSPICUOUS_SUBJECTS,
  type Clause,
  type ClauseSubject,
  type Conditions,
  type GeneralConditions,
  type Translation,
  type Wording,
} from './domain/coverage/policy-conditions.ts';
export {
  PREMIUM_PARTS,
  premiumParts,
  PRICE_CHANGES,
  PRICE_DIRECTIONS,
  type PremiumParts,
  type PriceChange,
} from './domain/coverage/compare-premiums.ts';
export { KEPT_PARTS, type Coverage } from './domain/coverage/coverage.ts';
export { explainLine } from './domain/coverage/explain-line.ts';
export { findMissingTerms } from './domain/coverage/find-missing-terms.ts';
export { findPriceInversions, seekPriceInversions } from './domain/coverage/find-price-inversions.ts';
export { findUnpricedCases } from './domain/coverage/find-unpriced-cases.ts';
export type { Insurer, Signature } from './domain/coverage/insurer.ts';
export {
  totalOf,
  type Basis,
  type Factor,
  type LineKind,
  type Premium,
  type PremiumLine,
} from './domain/coverage/premium.ts';
export {
  partBeforeAndAfter,
  premiumBeforeAndAfter,
  quotesOf,
  type BeforeAndAfter,
  type PremiumTotals,
} from './domain/coverage/premium-totals.ts';
export type { PricingFacts } from './domain/coverage/price-component.ts';
export { price, UNAVAILABILITY_MESSAGES, type Unavailability } from './domain/coverage/price.ts';
export {
  ALL_FEES,
  BROWN_CARD_CODE,
  COEFFICIENT_NAMES,
  FUNDED_CODES,
  GUARANTEE_FUND_CODE,
  LIABILITY_CODE,
  MEASURE_NAMES,
  NET_PREMIUM,
  MINIMUM_LINE,
  RESERVED_CODES,
  VALUE_NAMES,
  type MinimumPremium,
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
export { isPictureAddress } from './domain/document/picture-address.ts';
export { pendingUpload, type PendingUpload } from './domain/document/pending-upload.ts';

export {
  EVENT_OF,
  EVENT_TYPES,
  eventsOf,
  eventsOfVehicle,
  type EventType,
  type JournalEvent,
} from './domain/journal/event.ts';
export {
  countsOf,
  HISTORIES,
  lineOf,
  subjectOf,
  type AuditEntry,
  type ChangedStatus,
  type Fact,
} from './domain/journal/fact.ts';

export { OPEN_ACCOUNTS, type Account, type OpenAccount } from './domain/ledger/account.ts';
export {
  addTotals,
  AMOUNTS,
  BORDEREAUX,
  CONTRACT_CAUSES,
  NOTHING,
  type AmountName,
  type Bordereau,
  type BordereauRow,
  type BordereauTotals,
  type ContractEntry,
  type InsurerTotals,
  type IntermediaryTotals,
} from './domain/ledger/bordereau.ts';
export { endOf, parseMonth, type Balance, type Closing, type Month } from './domain/ledger/closing.ts';
export { FEE_CAUSES, REFUND_CAUSES } from './domain/ledger/entries.ts';
export type { Cause, Entry, Posting } from './domain/ledger/entry.ts';
export {
  VOUCHERS,
  type AccountBalance,
  type BalanceFilter,
  type CounterpartyKind,
  type FiledVoucher,
  type Voucher,
  type VoucherKind,
} from './domain/ledger/voucher.ts';

export type { FeeSchedule } from './domain/payment/fees.ts';
export type { OpeningLimits } from './domain/payment/opening-limit.ts';
export {
  chargedAmount,
  LIVE_STATES,
  paymentMachine,
  type Payment,
  type PaymentSession,
  type PaymentStatus,
} from './domain/payment/payment.ts';
export { refundMachine, type Refund, type RefundStatus } from './domain/payment/refund.ts';
export type { Reason } from './domain/reason.ts';
export type { ActionField, ActionPorts } from './actions/action.ts';
export { ACTIONS, type ActionFailure, type ActionName, type DoneOf } from './actions/actions.ts';
export { actionsInWords, failureIn, type WordedAction } from './wording/action-words.ts';
export { ACTIONS_IN_ENGLISH } from './wording/actions-en.ts';
export { ACTIONS_IN_FRENCH } from './wording/actions-fr.ts';
export { CANCELLATION_IN_FRENCH, cancellationCodeInFrench, REFUNDS_IN_FRENCH } from './wording/cancellation-fr.ts';
export { inEnglish } from './wording/en.ts';
export { faultInFrench } from './wording/statement-words.ts';
export { statusInFrench } from './wording/status-fr.ts';
export { unwritableInEnglish } from './wording/unwritable.ts';
export {
  amountInFrench,
  CAUSES_IN_FRENCH,
  dayInFrench,
  DIFFERENCES_IN_FRENCH,
  inFrench,
  monthInFrench,
  numberInFrench,
  ofPeriodInFrench,
  periodInFrench,
} from './wording/fr.ts';
export { longDayInFrench, longPeriodInFrench } from './wording/long-days.ts';
export { languageIn, messageIn } from './wording/language.ts';
export { noBreakSpaces } from './wording/no-break-spaces.ts';
export { providerName } from './wording/provider-name.ts';
export { FAILURE_REASONS, type FailureReason } from './domain/payment/failure-reason.ts';
export type { Session, SessionState } from './domain/payment/session.ts';
export type { Difference } from './domain/statement/difference.ts';
export { contentOfDifference } from './domain/statement/difference.ts';
export { DIFFERENCE_KINDS, type DifferenceKind } from './domain/statement/match.ts';
export { withPaidAmount, type StatementLine } from './domain/statement/statement-line.ts';

export { checkProof, type ProofCheck, type ProofRefusal, type VerifySignature } from './domain/proof/check-proof.ts';
export { proofKeysIn, publicKeyIn, publishedKeys, type ProofKey } from './domain/proof/proof-keys.ts';
export type { Proof, ProvenDocument } from './domain/proof/proof.ts';
export { keyIdOf } from './domain/proof/token.ts';

export { holderKeys, plateKeys, policyKey } from './domain/quote/search-keys.ts';
export { POLICYHOLDER_NAME, quoteTerms } from './domain/quote/quote-terms.ts';
export { QUOTE_STATUSES, quoteStatus, type Quote, type QuoteStatus } from './domain/quote/quote.ts';

export { LICENCE_PLATE, licencePlate } from './domain/vehicle/licence-plate.ts';
export { VEHICLE_BOUNDS, type VehicleInput } from './domain/vehicle/vehicle-details.ts';
export { ENERGIES, VEHICLE_TYPES, type Energy, type Vehicle, type VehicleType } from './domain/vehicle/vehicle.ts';

export type { ApiKeys, KeyLookup, KeyHasher } from './ports/api-keys.ts';
export {
  ACTION_ITEM_KINDS,
  actionItemKindsOf,
  type ActionItem,
  type ActionItemKind,
  type Dismissal,
  type Dismissals,
  type Lateness,
} from './ports/action-items.ts';
export { JOBS, type Trigger, type Job } from './ports/trigger.ts';
export type { Catalogue, Catalogues } from './ports/catalogue.ts';
export type {
  AuthorityRefusal,
  CodeRefusal,
  CertificateApplication,
  CertificateAuthority,
  CertificateAuthorityCapabilities,
  RequestState,
} from './ports/certificate-authority.ts';
export type { CertificateNumbers, CertificateOwner } from './ports/certificate-numbers.ts';
export type { CertificateRequests } from './ports/certificate-requests.ts';
export { ClockDisagrees, type Clock } from './ports/clock.ts';
export type {
  BordereauBytes,
  BordereauFile,
  Bordereaux,
  BordereauxDiffer,
  BordereauxSource,
  BordereauxUnwritable,
  InsurerBordereaux,
  WrittenBordereaux,
} from './ports/bordereaux.ts';
export type { Companies } from './ports/companies.ts';
export type { ContractDays } from './ports/contract-days.ts';
export type {
  ContractDocument,
  ContractFacts,
  PaperFacts,
  CancellationFacts,
  ReceiptFacts,
} from './ports/contract-document.ts';
export type {
  ContractFilter,
  ContractListFilter,
  ContractOrder,
  Days,
  Contracts,
  ContractDetails,
  ContractQueries,
  ContractShown,
  QuoteTermsShown,
} from './ports/contracts.ts';
export type {
  DocumentMissing,
  Documents,
  LinkedDocument,
  LinkedDocuments,
  StorageUnavailable,
  StoredDocument,
} from './ports/documents.ts';
export type { Dependencies } from './ports/dependencies.ts';
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
export type { Change, History, RecordedEntry } from './ports/history.ts';
export {
  isSameName,
  quotable,
  shownName,
  authorFieldsOf,
  type By,
  type Identity,
  type Signed,
} from './shared/author.ts';
export {
  KeyTaken,
  type FoundKey,
  type HeldKey,
  type IdempotencyKeys,
  type StoredResponse,
  type KeyedRequest,
  type NewKey,
} from './ports/idempotency-keys.ts';
export type { Ids } from './ports/ids.ts';
export type { ErrorReporter } from './ports/error-reporter.ts';
export type { EventPage, EventQuery, Journal } from './ports/journal.ts';
export type { Leases } from './ports/leases.ts';
export {
  bookkeeping,
  type BookedDays,
  type BookedPeriod,
  type Bookkeeping,
  type Books,
  type LedgerLine,
  type OpenAmount,
  type PostingFilter,
  type StoreLedger,
} from './ports/ledger.ts';
export type { Vouchers } from './ports/vouchers.ts';
export type { FigureFilter, FigureGroup, FigurePeriods, FigureRow, Figures, Sums } from './ports/figures.ts';
export type { Finds, Hit, LookUps, PartialTerms, QuoteFound, SearchTerms, VehicleFound } from './ports/look-ups.ts';
export type { PendingUploads } from './ports/pending-uploads.ts';
export {
  RESPONSE_SECONDS,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type NotificationHint,
  type NotificationRefused,
  type Providers,
  type RawNotification,
  type SessionRequest,
} from './ports/mobile-money.ts';
export type { Notification, Notifications } from './ports/notifications.ts';
export type { Timer } from './ports/timer.ts';
export type { PaymentPause } from './ports/payment-pause.ts';
export type {
  PaymentFilter,
  Payments,
  PaymentDetails,
  PaymentQueries,
  PaymentShown,
  PaymentWithRefund,
} from './ports/payments.ts';
export type { ProofSigner } from './ports/proof-signer.ts';
export type {
  ListedQuote,
  PricedQuote,
  QuoteFilter,
  QuoteListFilter,
  Quotes,
  QuoteStatusView,
  QuoteDetails,
  QuoteQueries,
} from './ports/quotes.ts';
export type { Refunds } from './ports/refunds.ts';
export type { Scheduler } from './ports/scheduler.ts';
export { PROVIDERS, type StatementTable, type StatementTableReader, type TableFault } from './ports/statement-table.ts';
export type { StatementSource } from './ports/statement-source.ts';
export type {
  DifferenceDetails,
  DifferenceFilter,
  OpenReference,
  ReferenceFacts,
  StatementImport,
  StatementReading,
  StatementRecords,
  Statements,
} from './ports/statements.ts';
export type { JobRuns } from './ports/job-runs.ts';
export { makeCommitListeners, type Committed, type Store } from './ports/store.ts';
export { StoreUnavailable, type Transaction, type UnitOfWork } from './ports/unit-of-work.ts';
export type { ListedVehicle, VehicleListFilter, Vehicles, VehicleQueries } from './ports/vehicles.ts';
export type { StuckWork, WorkStatus, WorkQueries } from './ports/work-queries.ts';

export type { CallerError } from './use-cases/caller-error.ts';

export { attachCertificate } from './use-cases/certificate/attach-certificate.ts';
export { recordAnnulment } from './use-cases/certificate/record-annulment.ts';
export { retryCertificate, retryFailedCertificates } from './use-cases/certificate/retry-certificate.ts';

export { addCompany, type AddCompany } from './use-cases/company/add-company.ts';
export { authenticate, type Authenticate } from './use-cases/company/authenticate.ts';
export { enableCompany } from './use-cases/company/enable-company.ts';
export { findCompany, listCompanies } from './use-cases/company/find-company.ts';
export { issueKey, KEY_LABEL, type IssueKey } from './use-cases/company/issue-key.ts';
export { issueOwnKey, type IssueOwnKey, type OwnKey } from './use-cases/company/issue-own-key.ts';
export { listOwnKeys, type ListOwnKeys } from './use-cases/company/list-own-keys.ts';
export { revokeKey } from './use-cases/company/revoke-key.ts';
export { revokeOwnKey, type RevokeOwnKey } from './use-cases/company/revoke-own-key.ts';
export { setCompany } from './use-cases/company/set-company.ts';
export { showCompany } from './use-cases/company/show-company.ts';

export { cancelContract, type CancelledContract } from './use-cases/contract/cancel-contract.ts';
export { startAndExpireContracts } from './use-cases/contract/start-and-expire-contracts.ts';
export { getContract, withLinks, type ContractWithLinks, type GetContract } from './use-cases/contract/get-contract.ts';
export { listContracts, type ListContracts } from './use-cases/contract/list-contracts.ts';
export { openContract } from './use-cases/contract/open-contract.ts';

export {
  getCancellationStatement,
  getContractDocument,
  getReceipt,
  type GetContractDocument,
  type GetCancellationStatement,
  type GetReceipt,
} from './use-cases/document/paper-on-demand.ts';
export { retryDocuments } from './use-cases/document/retry-documents.ts';
export { listCoverages, type ListCoverages } from './use-cases/coverage/list-coverages.ts';
export { loadCatalogue } from './use-cases/coverage/load-catalogue.ts';
export { simulateCatalogue, type PricedAgain, type Simulation } from './use-cases/coverage/simulate-catalogue.ts';

export {
  respondOnce,
  type NewResponse,
  type RespondOnce,
  type StoreResponse,
} from './use-cases/idempotency/respond-once.ts';

export { eventArrivals, type EventArrivals } from './use-cases/journal/event-arrivals.ts';
export {
  listEvents,
  LONGEST_WAIT,
  type EventList,
  type Idle,
  type ListEvents,
} from './use-cases/journal/list-events.ts';

export { findClosing, listClosings } from './use-cases/ledger/list-closings.ts';
export { closeBooks } from './use-cases/ledger/close-books.ts';
export { counterpartyNames } from './use-cases/ledger/file-voucher.ts';
export { recordVoucher } from './use-cases/ledger/record-voucher.ts';
export { reverseVoucher } from './use-cases/ledger/reverse-voucher.ts';
export { listPremiums } from './use-cases/ledger/list-premiums.ts';
export { ageOpenAmounts, showMonth } from './use-cases/ledger/show-accounts.ts';

export { linkPaper, PAPERS_ON_REQUEST, type Paper, type PaperLink } from './use-cases/document/link-paper.ts';
export { closePayment } from './use-cases/payment/close-payment.ts';
export { pausePayments } from './use-cases/payment/pause-payments.ts';
export { payQuote, type PayQuote } from './use-cases/payment/pay-quote.ts';
export { receiveNotification, type ReceiveNotification } from './use-cases/payment/receive-notification.ts';
export { recordRefund } from './use-cases/payment/record-refund.ts';

export { expectedFees } from './use-cases/statement/expected-fees.ts';
export { explainDifference } from './use-cases/statement/explain-difference.ts';
export { contentOfFigures, type StatementFigures } from './use-cases/statement/preview-statement.ts';
export { importTable, previewTable } from './use-cases/statement/import-table.ts';
export { importStatement } from './use-cases/statement/import-statement.ts';
export { openDifferences } from './use-cases/statement/open-differences.ts';
export { settleRefund, SETTLEMENTS } from './use-cases/statement/settle-refund.ts';
export { showStatementDay, type StatementShown } from './use-cases/statement/show-statement-day.ts';
export { showProof, type RecordedState, type ShownProof, type ShowProof } from './use-cases/proof/show-proof.ts';
export { signProof, type ProvenFacts } from './use-cases/proof/sign-proof.ts';

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

export { dismissActionItem } from './use-cases/operations/dismiss-action-item.ts';
export { recordProposalEnd, type EndedProposal, type ProposalEnd } from './use-cases/operations/record-proposal-end.ts';
export { jobs, runsOf, sweepers, type Sweepers } from './use-cases/operations/jobs.ts';
export { describeSubjects, type DescribeSubjects } from './use-cases/operations/describe-subjects.ts';
export {
  FIGURE_STEPS,
  listFigures,
  listFiguresBy,
  medianMinutesToCertificate,
  NO_FIGURES,
  TIMED_CONTRACTS,
  type FigureRequest,
  type FigureStep,
  type PeriodFigures,
} from './use-cases/operations/list-figures.ts';
export { listActionItems, type ListActionItems } from './use-cases/operations/list-action-items.ts';
export { namedFirst, readPartialTerms, readSearchTerms } from './use-cases/operations/look-up.ts';
export { search, type Group, type SearchResult } from './use-cases/operations/search.ts';
export { sweeper, type AroundWork, type Sweeper } from './use-cases/operations/sweep.ts';
export { inOneLine, type WorkDone } from './use-cases/operations/tally.ts';

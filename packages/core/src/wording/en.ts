import { sentence, type Reason, type Wording } from '../domain/reason.ts';
import { CURRENCY } from '../shared/money.ts';
import type { AuthorityFile, OutsideSystem, StatusMeaning } from '../shared/problem.ts';

/** A reason in English, for operators and logs. */
export const inEnglish = (reason: Reason): string => sentence(ENGLISH, reason);

const SYSTEMS: Readonly<Record<OutsideSystem, string>> = { provider: 'the provider', authority: 'the authority' };

const FILES: Readonly<Record<AuthorityFile, string>> = {
  picture: 'the certificate’s picture',
  code: 'the authority’s code',
};

const MEANINGS: Readonly<Record<StatusMeaning, string>> = {
  accepted: 'accepted',
  duplicate: 'the authority already has such a request',
  vehicle_covered: 'another contract covers this vehicle',
  unavailable: 'the authority has an internal error',
  too_many_requests: 'too many requests',
  credentials_refused: 'our credentials are not accepted',
  insurer_unknown: 'the insurer is not known',
  intermediary_unknown: 'the intermediary is not known',
  code_unknown: 'a code is not known',
  out_of_stock: 'no certificates are left in stock',
  duration_refused: 'the duration is not accepted',
  dates_refused: 'the dates are not accepted',
  colour_refused: 'the colour is not accepted',
  category_refused: 'the category is not accepted',
  energy_refused: 'the energy is not accepted',
  genre_refused: 'the genre is not accepted',
  usage_refused: 'the usage is not accepted',
  type_refused: 'the type is not accepted',
  zone_refused: 'the zone is not accepted',
  field_refused: 'a field or date is not accepted',
  unlisted: 'an unknown status',
};

const DOCUMENTS = { certificateImage: 'the certificate’s picture', contractDocument: 'the contract document' } as const;

/** The clause `, though …` that explains how something contradicts the contract. */
const though = (contradiction: Reason | null): string =>
  contradiction === null ? '' : `, though ${inEnglish(contradiction)}`;

/** An amount, followed by its currency unless it is the currency of the service. */
const amountIn = (amount: number, currency: string): string =>
  currency === CURRENCY ? String(amount) : `${amount} ${currency}`;

const ENGLISH: Wording = {
  no_answer: ({ of, failure, detail }) =>
    `${SYSTEMS[of]} gave no answer: ${failure}${detail === undefined ? '' : ` (${detail})`}`,
  unexpected_status: ({ of, status }) => `${SYSTEMS[of]} answered ${status}`,
  unreadable_answer: ({ of, status }) => `the answer of ${SYSTEMS[of]} cannot be understood (${status})`,

  session_not_known: () => 'the provider does not know the session',
  no_session_found: () => 'no session found',
  no_session_search: () => 'the provider cannot search for a session',
  debit_in_progress: () => 'a debit is still in progress',
  provider_not_configured: () => 'the provider is no longer configured',
  provider_refuses_all: () => 'the provider has refused every call for a day',
  refund_refused: () => 'the provider refuses the refund',
  statement_not_ready: () => 'the statement is not ready yet',
  statement_too_long: () => 'the statement has more pages than a day can have',

  authority_status: ({ status, meaning }) => `${status}: ${MEANINGS[meaning]}`,
  access_denied: ({ status }) => `HTTP ${status}: ${MEANINGS.credentials_refused}`,
  no_look_up: () => 'the authority offers no look-up',
  no_annulment: () => 'the authority annuls no certificate by API',
  request_not_named: () => 'the answer does not identify a request',
  request_number_missing: () => 'the authority gave the request no number',
  request_of_another: ({ contradiction }) => `the duplicate request is another contract’s: ${inEnglish(contradiction)}`,

  other_policy: ({ policyNumber }) => `it is for policy ${policyNumber}`,
  other_vehicle: ({ licencePlate }) => `it is for vehicle ${licencePlate}`,
  other_days: ({ from, to }) => `it is for other days: ${from} to ${to}`,
  number_taken: ({ certificateNumber, contractId }) =>
    `its number ${certificateNumber} belongs to contract ${contractId}`,
  second_certificate: ({ issued, attached, contradiction }) =>
    `the authority issued ${issued}${though(contradiction)}, and ${attached} is attached`,
  late_certificate: ({ issued, contradiction }) =>
    `the authority has certificate ${issued} for the cancelled contract${though(contradiction)}; it is not attached`,

  file_not_ready: ({ file }) => `${FILES[file]} is not available yet`,
  file_not_fetched: ({ file, cause }) => `${FILES[file]} cannot be fetched: ${inEnglish(cause)}`,
  foreign_host: ({ file }) => `${FILES[file]} is not on one of the authority’s hosts`,
  not_an_image: () => 'the certificate’s picture is not an image',
  no_code: () => 'the address of the authority’s code leads to no readable code',
  document_not_stored: ({ document }) => `${DOCUMENTS[document]} cannot be stored`,
  document_not_made: () => 'a document cannot be made; see the log for the reason',
  upload_not_removed: () => 'the file cannot be removed from the store',
  several: ({ problems }) => problems.map(inEnglish).join('; '),

  operator_decided: ({ note }) => note,

  payment_requested: () => 'a caller requested the payment',
  session_opened: () => 'the provider opened a session',
  opening_refused: ({ reason }) => `the provider refused: ${reason}`,
  second_session: () => 'the provider opened a second session',
  notification_received: () => 'a notification arrived',
  session_found: () => 'a session was found',
  payment_undecided: () => 'not decided yet',
  payment_confirmed: () => 'the provider reports it as paid',
  payment_failed: ({ reason }) => reason,
  failed_payment_checked: () => 'checked again for late money',
  paid_after_failure: () => 'paid after it had failed',
  money_on_statement: () => 'the statement contains money for it',

  refunded_by_provider: () => 'the provider refunded it',
  also_refunded_by_provider: () => 'the provider also refunded it',
  refund_not_supported: () => 'the provider cannot refund',
  refund_pending: () => 'not refunded yet',
  refund_unconfirmed: () => 'the provider did not report whether it refunded it',
  refund_handed_over: ({ note }) => `${note} (${ENGLISH.provider_not_configured({})})`,
  refund_in_part: ({ note }) => `${note} (a partial refund, which the provider does not offer)`,
  refunded_by_transfer: ({ reference, note }) => `refunded by hand, reference ${reference}: ${note}`,
  refunded_on_pages: ({ reference, note, isConfirmed }) =>
    `refunded on the provider’s website${isConfirmed ? ', as the provider confirms' : ''}, reference ${reference}: ${note}`,
  transfer_repeated: ({ reference, note, refundedBy }) =>
    `also refunded by hand, reference ${reference}: ${note}; ${refundedBy === 'provider' ? 'the provider had refunded it' : 'it had been refunded'}`,
  settled: ({ cause, note }) => `${cause.replaceAll('_', ' ')}: ${note}`,
  paper_linked: ({ paper, note }) =>
    `link to the ${paper === 'cancellation' ? 'statement of cancellation' : paper} made: ${note}`,
  difference_explained: ({ note }) => `difference explained: ${note}`,

  quote_paid: () => 'its quote was paid',
  day_reached: () => 'its start or end date was reached',
  certificate_issued: () => 'the authority issued it',
  certificate_annulled: ({ note }) => note ?? 'the authority annulled it',
  annulment_refused: ({ answer }) => `the authority refused to annul it: ${inEnglish(answer)}`,
  request_accepted: () => 'the authority accepted the request',
  authority_undecided: () => 'the authority has not decided yet',
  authority_refused: ({ answer }) => `the authority refused: ${inEnglish(answer)}`,
  credentials_refused: ({ answer }) => `the authority refused our credentials: ${inEnglish(answer)}`,
  certificate_not_ours: ({ contradiction }) => `the certificate is not this contract’s: ${inEnglish(contradiction)}`,
  nothing_held: ({ isCancelled }) =>
    `the authority has nothing ${isCancelled ? 'for the cancelled contract' : 'except the attached certificate'}`,
  certificate_attached: ({ certificateNumber, note }) =>
    `certificate ${certificateNumber} attached by hand${note === null ? '' : `: ${note}`}`,
  code_read: () => 'the authority’s code was read',
  document_stored: ({ document }) => `${DOCUMENTS[document]} was stored`,
  documents_checked: () => 'documents checked',
  documents_requested: () => 'documents requested now',

  company_added: () => 'company added',
  company_corrected: ({ fields }) => `corrected: ${fields.join(', ')}`,
  company_enabled: () => 'company enabled',
  company_disabled: () => 'company disabled',
  key_issued: () => 'key issued',
  key_revoked: () => 'key revoked',
  proposal_withdrawn: () => 'proposal withdrawn',
  proposal_expired: () => 'proposal expired',
  proposal_refused: () => 'proposal refused',
  item_dismissed: ({ note }) => `dismissed: ${note}`,

  request_open: ({ requestNumber }) => `the authority has not ended request ${requestNumber}`,
  days_covered: ({ policies }) => `some of its days are covered by ${policies.join(', ')}`,
  other_currency: ({ amount, currency }) => `${amount} ${currency}`,
  statement_differs: ({ kind, provider, transactionId, there, here, fee, currency, hereCurrency }) =>
    [
      kind,
      transactionId === null ? provider : `${provider} ${transactionId}`,
      ...(there === null ? [] : [`statement ${amountIn(there, currency)}`]),
      ...(here === null ? [] : [`records ${amountIn(here, hereCurrency)}`]),
      ...(kind === 'other_fee' && fee !== null ? [`fee ${amountIn(fee, currency)}`] : []),
    ].join(', '),
};

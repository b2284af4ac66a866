import type { CompanyFact } from '../domain/company/company.ts';
import type { RefundCause } from '../domain/ledger/entries.ts';
import type { Cause } from '../domain/ledger/entry.ts';
import type { FailureReason } from '../domain/payment/failure-reason.ts';
import { sentence, type Reason, type Reasons, type Wording } from '../domain/reason.ts';
import type { DifferenceKind } from '../domain/statement/match.ts';
import { millisecondsOf, type Instant } from '../shared/calendar.ts';
import { CURRENCY } from '../shared/money.ts';
import type { AuthorityFile, CallFailure, OutsideSystem, StatusMeaning } from '../shared/problem.ts';
import { providerName } from './provider-name.ts';

/** A reason in French, for the insurer's back office. */
export const inFrench = (reason: Reason): string => sentence(FRENCH, reason);

/** Each kind of difference between a statement and our records. */
export const DIFFERENCES_IN_FRENCH: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'Opération absente de nos comptes',
  twice: 'Paiement reçu en double',
  refunded_twice: 'Paiement remboursé deux fois',
  missing_there: 'Paiement absent du relevé',
  refund_not_seen: 'Remboursement absent du relevé',
  other_amount: 'Montant ou devise différents de nos comptes',
  other_fee: 'Frais différents des frais attendus',
};

/** Each cause of an entry in the books, as an accountant reads it. */
export const CAUSES_IN_FRENCH: Readonly<Record<Cause, string>> = {
  payment_succeeded: 'Prime encaissée',
  payment_unused: 'Encaissement à rembourser',
  contract_cancelled: 'Contrat annulé',
  refund_done: 'Remboursement effectué',
  refund_by_hand: 'Remboursement par virement',
  refund_repeated: 'Remboursement fait à tort',
  transfer_repeated: 'Virement fait en plus d’un remboursement',
  refund_on_pages: 'Remboursement depuis l’espace marchand',
  transfer_covered: 'Somme reversée par l’opérateur après un remboursement par virement',
  repeated_settled: 'Créance sur le payeur réglée ou passée en perte',
  repeated_returned: 'Créance sur le payeur encaissée en monnaie électronique',
  merchant_fee_kept: 'Frais de l’opérateur',
  merchant_fee_returned: 'Frais de l’opérateur restitués',
  merchant_fee_corrected: 'Frais de l’opérateur corrigés',
  sweep: 'Virement de l’opérateur sur le compte bancaire',
  merchant_fee: 'Frais de l’opérateur, sans lien avec un paiement',
  merchant_invoice: 'Facture de l’opérateur payée',
  remittance: 'Reversement à l’assureur',
  commission: 'Règlement de la commission',
  fee_offset: 'Imputation des frais de l’opérateur',
  fee_margin: 'Solde des frais de paiement',
  voucher_reversed: 'Contre-passation',
};

const SYSTEMS: Readonly<Record<OutsideSystem, string>> = {
  provider: 'l’opérateur de paiement',
  authority: 'l’organisme émetteur',
};

const PAPERS = {
  contract: 'les conditions particulières',
  certificate: 'l’attestation',
  receipt: 'la quittance',
  cancellation: 'l’avis d’annulation',
} as const;

const FILES: Readonly<Record<AuthorityFile, string>> = {
  picture: 'l’image de l’attestation',
  code: 'le QR code de l’attestation',
};

const FAILURES: Readonly<Record<CallFailure, string>> = {
  'no connection': 'connexion impossible',
  'time-out': 'délai dépassé',
  'broken connection': 'connexion interrompue',
  'not sent': 'demande non envoyée, car les précédentes sont restées sans réponse',
};

const MEANINGS: Readonly<Record<StatusMeaning, string>> = {
  accepted: 'acceptée',
  duplicate: 'cette demande existe déjà',
  vehicle_covered: 'un autre contrat couvre ce véhicule',
  unavailable: 'organisme émetteur en panne',
  too_many_requests: 'trop de demandes',
  credentials_refused: 'identifiants refusés',
  insurer_unknown: 'assureur inconnu',
  intermediary_unknown: 'intermédiaire inconnu',
  code_unknown: 'code d’identification inconnu',
  out_of_stock: 'stock d’attestations épuisé',
  duration_refused: 'durée refusée',
  dates_refused: 'dates refusées',
  colour_refused: 'couleur refusée',
  category_refused: 'catégorie refusée',
  energy_refused: 'énergie refusée',
  genre_refused: 'genre refusé',
  usage_refused: 'usage refusé',
  type_refused: 'type refusé',
  zone_refused: 'zone refusée',
  field_refused: 'donnée ou date refusée',
  unlisted: 'réponse non répertoriée, renvoyée par l’organisme émetteur',
};

const DOCUMENTS = { certificateImage: 'l’image de l’attestation', contractDocument: PAPERS.contract } as const;

const FAILED: Readonly<Record<FailureReason, string>> = {
  expired: 'délai de paiement dépassé',
  declined: 'paiement refusé par le payeur',
  insufficient_funds: 'solde insuffisant',
  payer_mismatch: 'paiement tenté depuis un autre numéro',
  payer_blocked: 'compte du payeur bloqué',
  limit_exceeded: 'plafond du payeur dépassé',
  amount_mismatch: 'montant différent du montant demandé',
  provider_unavailable: 'opérateur de paiement injoignable',
  provider_error: 'erreur de l’opérateur de paiement',
};

/** The names of the ways in which money was refunded, or a refund was settled. */
const SETTLED: Readonly<Record<RefundCause, string>> = {
  refund_done: 'remboursement fait par l’opérateur de paiement',
  refund_by_hand: 'remboursement fait par virement',
  refund_on_pages: 'remboursement fait depuis l’espace marchand',
  transfer_covered: 'somme reversée par l’opérateur après un remboursement par virement',
  refund_repeated: 'remboursement fait à tort',
  transfer_repeated: 'virement fait en plus d’un remboursement',
  repeated_settled: 'créance sur le payeur réglée ou passée en perte',
  repeated_returned: 'somme récupérée auprès du payeur',
};

const FIELDS: Readonly<Record<'name' | CompanyFact, string>> = {
  name: 'nom',
  intermediaryCode: 'code intermédiaire',
  office: 'code du bureau',
  legalForm: 'forme juridique',
  address: 'adresse',
  licence: 'numéro d’agrément',
  phone: 'téléphone',
};

const GROUPS = new Intl.NumberFormat('fr-FR');

/** A number as French readers write it, with spaces that never break. */
export const numberInFrench = (count: number): string => GROUPS.format(count);

/** An amount as French readers write it, with spaces that never break. The service's own currency is written FCFA. */
export const amountInFrench = (amount: number, currency: string): string =>
  `${numberInFrench(amount)}\u00a0${currency === CURRENCY ? 'FCFA' : currency}`;

/** A day as French readers write it: `13/12/2027`. */
export const dayInFrench = (date: string): string => date.split('-').reverse().join('/');

/** A period, after a noun: `du 13/12/2027 au 12/12/2028`, or `du 13/12/2027` for a single day. */
export const ofPeriodInFrench = (first: string, last: string): string =>
  first === last ? `du ${dayInFrench(first)}` : `du ${dayInFrench(first)} au ${dayInFrench(last)}`;

/** A period alone: `du 13/12/2027 au 12/12/2028`, or `le 13/12/2027` for a single day. */
export const periodInFrench = (first: string, last: string): string =>
  first === last ? `le ${dayInFrench(first)}` : ofPeriodInFrench(first, last);

const MONTH = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month as French readers write it: `décembre 2027`. Any other text is returned as it is. */
export const monthInFrench = (month: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? MONTH.format(millisecondsOf(`${month}-01T00:00:00.000Z` as Instant)) : month;

/** How a certificate or a request differs from the contract, in brackets. */
const but = (contradiction: Reason | null): string => (contradiction === null ? '' : ` (${inFrench(contradiction)})`);

/**
 * If only the fee differs, the fee and the amount from which the provider took the fee. Otherwise, the amounts on the
 * statement and in our records.
 */
const amounts = ({ kind, there, here, fee, currency, hereCurrency }: Reasons['statement_differs']): string => {
  const ours = here === null ? null : amountInFrench(here, hereCurrency);
  const theirs = there === null ? null : amountInFrench(there, currency);
  if (kind === 'other_fee' && fee !== null && theirs !== null)
    return `${amountInFrench(fee, currency)} de frais pour un montant de ${theirs}`;
  return [theirs && `${theirs} sur le relevé`, ours && `${ours} dans nos comptes`].filter(Boolean).join(', ');
};

const difference = (differs: Reasons['statement_differs']): string => {
  const { kind, provider, transactionId } = differs;
  const transaction = transactionId === null ? '' : `, transaction ${transactionId}`;
  return `${DIFFERENCES_IN_FRENCH[kind]} (${providerName(provider)}${transaction}) : ${amounts(differs)}`;
};

const FRENCH: Wording = {
  no_answer: ({ of, failure }) => `${SYSTEMS[of]} ne répond pas : ${FAILURES[failure]}`,
  unexpected_status: ({ of, status }) => `${SYSTEMS[of]} a renvoyé l’erreur HTTP ${status}`,
  unreadable_answer: ({ of, status }) =>
    `réponse illisible ${of === 'provider' ? 'de l’opérateur de paiement' : 'de l’organisme émetteur'} (code HTTP ${status})`,

  session_not_known: () => 'l’opérateur de paiement ne connaît pas cette demande',
  no_session_found: () => 'aucune demande trouvée chez l’opérateur de paiement',
  no_session_search: () => 'l’opérateur de paiement ne permet pas de rechercher une demande',
  debit_in_progress: () => 'débit encore en cours',
  provider_not_configured: () => 'opérateur de paiement retiré de la configuration',
  provider_refuses_all: () => 'l’opérateur de paiement refuse toutes nos demandes depuis un jour',
  refund_refused: () => 'remboursement refusé par l’opérateur de paiement',
  statement_not_ready: () => 'relevé pas encore disponible chez l’opérateur de paiement',
  statement_too_long: () => 'le relevé de la journée dépasse la taille permise',

  authority_status: ({ status, meaning }) =>
    meaning === 'unlisted' ? `${MEANINGS[meaning]} (code ${status})` : MEANINGS[meaning],
  access_denied: ({ status }) => `${MEANINGS.credentials_refused} (erreur HTTP ${status})`,
  no_annulment: () => 'l’organisme émetteur n’annule pas d’attestation par voie électronique',
  no_look_up: () => 'l’organisme émetteur ne permet pas de rechercher une demande',
  request_not_named: () => 'réponse de l’organisme émetteur sans référence de demande',
  request_number_missing: () => 'numéro de demande non communiqué par l’organisme émetteur',
  request_of_another: ({ contradiction }) =>
    `l’organisme émetteur a déjà une autre demande pour ce contrat${but(contradiction)}`,

  other_policy: ({ policyNumber }) => `numéro de police ${policyNumber}, différent de celui du contrat`,
  other_vehicle: ({ licencePlate }) => `immatriculation ${licencePlate}, différente de celle du contrat`,
  other_days: ({ from, to }) => `période ${ofPeriodInFrench(from, to)}, différente de celle du contrat`,
  number_taken: ({ certificateNumber }) =>
    `numéro d’attestation ${certificateNumber}, déjà attribué à un autre contrat`,
  second_certificate: ({ issued, attached, contradiction }) =>
    `l’organisme émetteur a émis l’attestation ${issued}${but(contradiction)}, alors que l’attestation ${attached} est déjà jointe`,
  late_certificate: ({ issued, contradiction }) =>
    `l’organisme émetteur a émis l’attestation ${issued}${but(contradiction)} alors que le contrat est annulé ; cette attestation n’est pas jointe`,

  file_not_ready: ({ file }) => `${FILES[file]} n’est pas encore disponible`,
  file_not_fetched: ({ file, cause }) => `impossible d’obtenir ${FILES[file]} : ${inFrench(cause)}`,
  foreign_host: ({ file }) => `le lien vers ${FILES[file]} ne mène pas au site de l’organisme émetteur`,
  not_an_image: () => 'le fichier reçu pour l’attestation n’est pas une image',
  no_code: () => 'QR code de l’attestation illisible',
  document_not_stored: ({ document }) => `impossible d’enregistrer ${DOCUMENTS[document]} dans le stockage`,
  document_not_made: () => 'édition du document impossible ; prévenez l’administrateur',
  upload_not_removed: () => 'impossible de supprimer le fichier du stockage',
  several: ({ problems }) => problems.map(inFrench).join(' ; '),

  operator_decided: ({ note }) => note,

  payment_requested: () => 'paiement demandé par la société',
  session_opened: () => 'demande enregistrée chez l’opérateur de paiement',
  opening_refused: ({ reason }) => `demande refusée par l’opérateur de paiement : ${FAILED[reason]}`,
  second_session: () => 'demande enregistrée deux fois chez l’opérateur de paiement',
  notification_received: () => 'notification reçue de l’opérateur de paiement',
  session_found: () => 'demande retrouvée chez l’opérateur de paiement',
  payment_undecided: () => 'paiement toujours en attente chez l’opérateur de paiement',
  payment_confirmed: () => 'paiement confirmé par l’opérateur de paiement',
  payment_failed: ({ reason }) => FAILED[reason],
  failed_payment_checked: () => 'nouvelle vérification : l’argent peut arriver en retard',
  paid_after_failure: () => 'argent reçu après l’échec du paiement',
  money_on_statement: () => 'argent trouvé sur le relevé',

  refunded_by_provider: () => 'remboursement fait par l’opérateur de paiement',
  also_refunded_by_provider: () => 'second remboursement, fait par l’opérateur de paiement',
  refund_not_supported: () => 'l’opérateur de paiement ne permet pas le remboursement automatique',
  refund_pending: () => 'l’opérateur de paiement n’a pas encore fait le remboursement',
  refund_unconfirmed: () => 'remboursement non confirmé par l’opérateur de paiement',
  refund_handed_over: ({ note }) => `${note} (${FRENCH.provider_not_configured({})})`,
  refund_in_part: ({ note }) => `${note} (remboursement partiel, que l’opérateur de paiement ne peut pas faire)`,
  refunded_by_transfer: ({ reference, note }) => `remboursement fait par virement, référence ${reference} : ${note}`,
  refunded_on_pages: ({ reference, note, isConfirmed }) =>
    `remboursement fait depuis l’espace marchand${isConfirmed ? ' (confirmé par l’opérateur de paiement)' : ''}, référence ${reference} : ${note}`,
  transfer_repeated: ({ reference, note, refundedBy }) =>
    `virement supplémentaire enregistré, référence ${reference} : ${note} ; ${refundedBy === 'provider' ? 'l’opérateur de paiement avait déjà remboursé le payeur' : 'un autre remboursement était déjà enregistré'}`,
  settled: ({ cause, note }) => `${SETTLED[cause]} : ${note}`,
  paper_linked: ({ paper, note }) => `lien créé pour envoyer ${PAPERS[paper]} : ${note}`,
  difference_explained: ({ note }) => `écart justifié : ${note}`,

  quote_paid: () => 'devis payé',
  day_reached: () => 'changement automatique, à la date prévue',
  certificate_annulled: ({ note }) => note ?? 'attestation annulée par l’organisme émetteur',
  annulment_refused: ({ answer }) =>
    `annulation de l’attestation refusée par l’organisme émetteur : ${inFrench(answer)}`,
  certificate_issued: () => 'attestation émise par l’organisme émetteur',
  request_accepted: () => 'demande acceptée par l’organisme émetteur',
  authority_undecided: () => 'demande en cours de traitement chez l’organisme émetteur',
  authority_refused: ({ answer }) => `refus de l’organisme émetteur : ${inFrench(answer)}`,
  credentials_refused: ({ answer }) => `réponse de l’organisme émetteur : ${inFrench(answer)}`,
  certificate_not_ours: ({ contradiction }) =>
    `l’attestation ne correspond pas au contrat : ${inFrench(contradiction)}`,
  nothing_held: ({ isCancelled }) =>
    isCancelled
      ? 'l’organisme émetteur n’a aucune attestation pour le contrat annulé'
      : 'l’organisme émetteur n’a aucune autre attestation que celle qui est jointe',
  certificate_attached: ({ certificateNumber, note }) =>
    `attestation ${certificateNumber} jointe manuellement${note === null ? '' : ` : ${note}`}`,
  code_read: () => 'QR code de l’attestation lu',
  document_stored: ({ document }) => `document enregistré : ${DOCUMENTS[document]}`,
  documents_checked: () => 'documents vérifiés',
  documents_requested: () => 'édition des documents relancée',

  company_added: () => 'création',
  company_corrected: ({ fields }) => `modification : ${fields.map((field) => FIELDS[field]).join(', ')}`,
  company_enabled: () => 'réactivation',
  company_disabled: () => 'désactivation',
  key_issued: () => 'création',
  key_revoked: () => 'révocation',
  proposal_withdrawn: () => 'proposition retirée',
  proposal_expired: () => 'proposition expirée sans confirmation',
  proposal_refused: () => 'proposition confirmée, mais non exécutée (refus du service)',
  item_dismissed: ({ note }) => `ligne retirée de la liste : ${note}`,

  request_open: ({ requestNumber }) => `demande ${requestNumber} encore ouverte chez l’organisme émetteur`,
  days_covered: ({ policies }) =>
    `période déjà couverte, au moins en partie, par ${policies.length === 1 ? 'la police' : 'les polices'} ${policies.join(', ')}`,
  other_currency: ({ amount, currency }) => amountInFrench(amount, currency),
  statement_differs: difference,
};

import type { CompanyFact } from '../domain/company/company.ts';
import type { GivenBack } from '../domain/ledger/entries.ts';
import type { FailureReason } from '../domain/payment/failure-reason.ts';
import { sentence, type Reason, type Reasons, type Wording } from '../domain/reason.ts';
import type { DifferenceKind } from '../domain/statement/match.ts';
import { CURRENCY } from '../shared/money.ts';
import type { AuthorityFile, CallFailure, OutsideSystem, StatusMeaning } from '../shared/problem.ts';

/** A reason in French, for the insurer's back office. */
export const inFrench = (reason: Reason): string => sentence(FRENCH, reason);

/** Each kind of difference between a statement and our records. */
export const DIFFERENCES_IN_FRENCH: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'Opération que nos comptes n’ont pas',
  twice: 'Payé une fois de plus',
  refunded_twice: 'Rendu une fois de trop',
  missing_there: 'Payé chez nous, absent du relevé',
  refund_not_seen: 'Rendu chez nous, pas sorti du compte',
  other_amount: 'Autre montant, ou autre monnaie',
  other_fee: 'Autres frais que convenu',
};

const SYSTEMS: Readonly<Record<OutsideSystem, string>> = { provider: 'le fournisseur', authority: 'l’autorité' };

const FILES: Readonly<Record<AuthorityFile, string>> = {
  picture: 'l’image de l’attestation',
  code: 'le code de l’autorité',
};

const FAILURES: Readonly<Record<CallFailure, string>> = {
  'no connection': 'pas de connexion',
  'time-out': 'délai dépassé',
  'broken connection': 'connexion rompue',
  'not sent': 'pas envoyé, faute de réponses avant',
};

const MEANINGS: Readonly<Record<StatusMeaning, string>> = {
  accepted: 'acceptée',
  duplicate: 'la même demande existe déjà',
  vehicle_covered: 'un autre contrat couvre ce véhicule',
  unavailable: 'l’autorité a une panne',
  too_many_requests: 'trop de demandes',
  credentials_refused: 'nos codes ne sont pas acceptés',
  insurer_unknown: 'l’assureur n’est pas connu',
  intermediary_unknown: 'l’intermédiaire n’est pas connu',
  code_unknown: 'un code n’est pas connu',
  out_of_stock: 'plus d’attestation en stock',
  duration_refused: 'la durée n’est pas acceptée',
  dates_refused: 'les dates ne sont pas acceptées',
  colour_refused: 'la couleur n’est pas acceptée',
  category_refused: 'la catégorie n’est pas acceptée',
  energy_refused: 'l’énergie n’est pas acceptée',
  genre_refused: 'le genre n’est pas accepté',
  usage_refused: 'l’usage n’est pas accepté',
  type_refused: 'le type n’est pas accepté',
  zone_refused: 'la zone n’est pas acceptée',
  field_refused: 'un champ ou une date n’est pas accepté',
  unlisted: 'état inconnu',
};

const DOCUMENTS = { certificateImage: 'l’image de l’attestation', contractDocument: 'le contrat' } as const;

const FAILED: Readonly<Record<FailureReason, string>> = {
  expired: 'délai passé',
  declined: 'refusé par le payeur',
  insufficient_funds: 'solde insuffisant',
  payer_mismatch: 'payé par un autre numéro',
  payer_blocked: 'compte du payeur bloqué',
  limit_exceeded: 'plafond du payeur dépassé',
  amount_mismatch: 'autre montant que demandé',
  provider_unavailable: 'fournisseur injoignable',
  provider_error: 'erreur du fournisseur',
};

/** What operators' settlements are called. */
const SETTLED: Readonly<Record<GivenBack, string>> = {
  refund_done: 'rendu par le fournisseur',
  refund_by_hand: 'rendu par un virement',
  refund_on_pages: 'rendu sur les pages du fournisseur',
  transfer_covered: 'versé là d’où le virement est parti',
  refund_repeated: 'rendu sans être dû',
  transfer_repeated: 'viré alors que c’était rendu',
  repeated_settled: 'ce que le payeur devait est réglé',
  repeated_returned: 'ce que le payeur devait est revenu',
};

const FIELDS: Readonly<Record<'name' | CompanyFact, string>> = {
  name: 'nom',
  intermediaryCode: 'code d’intermédiaire',
  office: 'bureau',
  legalForm: 'forme juridique',
  address: 'adresse',
  licence: 'agrément',
  phone: 'téléphone',
};

const GROUPS = new Intl.NumberFormat('fr-FR');

/** An amount as French readers write it; the service's own currency is F CFA. */
export const amountInFrench = (amount: number, currency: string): string =>
  `${GROUPS.format(amount)} ${currency === CURRENCY ? 'F CFA' : currency}`;

/** A day as French readers write it. */
export const dayInFrench = (date: string): string => date.split('-').reverse().join('/');

const but = (contradiction: Reason | null): string =>
  contradiction === null ? '' : `, mais ${inFrench(contradiction)}`;

const difference = ({ kind, provider, transactionId, there, here, currency }: Reasons['statement_differs']): string =>
  [
    DIFFERENCES_IN_FRENCH[kind],
    transactionId === null ? provider : `${provider} ${transactionId}`,
    ...(there === null ? [] : [`relevé ${amountInFrench(there, currency)}`]),
    ...(here === null ? [] : [`nos comptes ${amountInFrench(here, there === null ? currency : CURRENCY)}`]),
  ].join(', ');

const FRENCH: Wording = {
  no_answer: ({ of, failure, detail }) =>
    `${SYSTEMS[of]} ne répond pas : ${FAILURES[failure]}${detail === undefined ? '' : ` (${detail})`}`,
  unexpected_status: ({ of, status }) => `${SYSTEMS[of]} a répondu ${status}`,
  unreadable_answer: ({ of, status }) =>
    `réponse incompréhensible ${of === 'provider' ? 'du fournisseur' : 'de l’autorité'} (${status})`,

  session_not_known: () => 'le fournisseur ne connaît pas la session',
  no_session_found: () => 'aucune session trouvée',
  debit_in_progress: () => 'un débit est encore en cours',
  provider_not_configured: () => 'le fournisseur n’est plus configuré',
  provider_refuses_all: () => 'le fournisseur refuse toutes les requêtes depuis un jour',
  refund_refused: () => 'le fournisseur refuse le remboursement',
  statement_not_ready: () => 'le relevé n’est pas encore là',
  statement_too_long: () => 'le relevé a plus de pages que n’en a un jour',

  authority_status: ({ status, meaning }) => `${status} : ${MEANINGS[meaning]}`,
  access_denied: ({ status }) => `HTTP ${status} : ${MEANINGS.credentials_refused}`,
  no_look_up: () => 'l’autorité n’offre pas de recherche',
  request_not_named: () => 'la réponse ne nomme aucune demande',
  request_number_missing: () => 'l’autorité n’a donné aucun numéro à la demande',
  request_of_another: ({ contradiction }) => `la demande qu’elle a déjà est d’un autre : ${inFrench(contradiction)}`,

  other_policy: ({ policyNumber }) => `elle est de la police ${policyNumber}`,
  other_vehicle: ({ licencePlate }) => `elle est du véhicule ${licencePlate}`,
  other_days: ({ from, to }) => `elle est d’autres jours : du ${dayInFrench(from)} au ${dayInFrench(to)}`,
  number_taken: ({ certificateNumber, contractId }) =>
    `son numéro ${certificateNumber} est celui du contrat ${contractId}`,
  second_certificate: ({ issued, attached, contradiction }) =>
    `l’autorité a édité ${issued}${but(contradiction)}, et ${attached} est jointe`,
  late_certificate: ({ issued, contradiction }) =>
    `l’autorité a l’attestation ${issued} pour le contrat résilié${but(contradiction)} ; elle n’est pas jointe`,

  file_not_ready: ({ file }) => `${FILES[file]} n’est pas encore là`,
  file_not_fetched: ({ file, cause }) => `impossible d’obtenir ${FILES[file]} : ${inFrench(cause)}`,
  foreign_host: ({ file }) => `${FILES[file]} n’est pas chez l’autorité`,
  not_an_image: () => 'l’image de l’attestation n’est pas une image',
  no_code: () => 'l’adresse du code de l’autorité ne mène à aucun code lisible',
  document_not_stored: ({ document }) => `le dépôt ne prend pas ${DOCUMENTS[document]}`,
  document_not_made: () => 'un document n’a pas pu être fait ; le journal dit pourquoi',
  upload_not_removed: () => 'le dépôt ne permet pas de le retirer',
  several: ({ problems }) => problems.map(inFrench).join(' ; '),

  operator_decided: ({ note }) => note,

  payment_requested: () => 'la société a demandé à payer',
  session_opened: () => 'le fournisseur a ouvert une session',
  opening_refused: ({ reason }) => `le fournisseur refuse : ${FAILED[reason]}`,
  second_session: () => 'une session de trop',
  notification_received: () => 'une notification est arrivée',
  session_found: () => 'une session a été trouvée',
  payment_undecided: () => 'pas encore décidé',
  payment_confirmed: () => 'le fournisseur le dit payé',
  payment_failed: ({ reason }) => FAILED[reason],
  failed_payment_checked: () => 'vérifié encore, pour de l’argent tardif',
  paid_after_failure: () => 'payé après son échec',
  money_on_statement: () => 'le relevé en a de l’argent',

  refunded_by_provider: () => 'le fournisseur a remboursé',
  also_refunded_by_provider: () => 'le fournisseur a remboursé lui aussi',
  refund_not_supported: () => 'le fournisseur ne sait pas rembourser',
  refund_pending: () => 'pas encore remboursé',
  refund_unconfirmed: () => 'le fournisseur ne dit pas s’il a remboursé',
  refund_handed_over: ({ note }) => `${note} (${FRENCH.provider_not_configured({})})`,
  refunded_by_transfer: ({ reference, note }) => `remboursé à la main, référence ${reference} : ${note}`,
  refunded_on_pages: ({ reference, note, isConfirmed }) =>
    `remboursé sur les pages du fournisseur${isConfirmed ? ', qui le confirme' : ''}, référence ${reference} : ${note}`,
  transfer_repeated: ({ reference, note, refundedBy }) =>
    `noté aussi comme remboursé à la main, référence ${reference} : ${note} ; ${refundedBy === 'provider' ? 'le fournisseur l’avait remboursé' : 'c’était déjà remboursé'}`,
  settled: ({ cause, note }) => `${SETTLED[cause]} : ${note}`,
  difference_explained: ({ note }) => `écart expliqué : ${note}`,

  quote_paid: () => 'son devis a été payé',
  day_reached: () => 'son jour est venu',
  certificate_issued: () => 'l’autorité l’a éditée',
  request_accepted: () => 'l’autorité a accepté la demande',
  authority_undecided: () => 'l’autorité n’a encore rien décidé',
  authority_refused: ({ answer }) => `l’autorité refuse : ${inFrench(answer)}`,
  credentials_refused: ({ answer }) => `l’autorité refuse nos codes : ${inFrench(answer)}`,
  certificate_not_ours: ({ contradiction }) => `l’attestation n’est pas celle du contrat : ${inFrench(contradiction)}`,
  nothing_held: ({ isCancelled }) =>
    isCancelled ? 'l’autorité n’a rien pour le contrat résilié' : 'l’autorité n’a rien d’autre que ce qui est joint',
  certificate_attached: ({ certificateNumber, note }) =>
    `attestation ${certificateNumber} jointe à la main${note === null ? '' : ` : ${note}`}`,
  code_read: () => 'code de l’autorité lu',
  document_stored: ({ document }) => `au dépôt : ${DOCUMENTS[document]}`,
  documents_checked: () => 'documents vérifiés',
  documents_requested: () => 'documents demandés maintenant',

  company_added: () => 'société ajoutée',
  company_corrected: ({ fields }) => `corrigé : ${fields.map((field) => FIELDS[field]).join(', ')}`,
  company_enabled: () => 'société activée',
  company_disabled: () => 'société désactivée',
  key_issued: () => 'clé donnée',
  key_revoked: () => 'clé révoquée',
  proposal_withdrawn: () => 'proposition retirée',
  proposal_expired: () => 'proposition non confirmée à temps',
  proposal_refused: () => 'proposition confirmée, mais refusée par le service',
  item_dismissed: ({ note }) => `retiré de la liste : ${note}`,

  request_open: ({ requestNumber }) => `l’autorité n’a pas clos la demande ${requestNumber}`,
  days_covered: ({ policies }) => `certains de ses jours sont couverts par ${policies.join(', ')}`,
  other_currency: ({ amount, currency }) => amountInFrench(amount, currency),
  statement_differs: difference,
};

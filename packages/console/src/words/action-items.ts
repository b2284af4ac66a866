import type { ActionItemKind } from '@vehicle-insurance/core';

/** The names of the actions that can resolve an item. */
export type Remedy =
  | 'payment-close'
  | 'payment-refunded'
  | 'certificate-retry'
  | 'certificate-attach'
  | 'contract-cancel'
  | 'documents-run'
  | 'statement-explain'
  | 'payment-settle'
  | 'dismiss';

/** A kind of action item, in words. */
export interface ItemWords {
  readonly what: string;
  /** What the operator has to find out, and from whom, before acting. */
  readonly next: string;
  /** The actions that correspond to the commands in `docs/morning.md`. */
  readonly remedies: readonly Remedy[];
}

/** Each kind in words. docs/morning.md explains them, and a test compares the remedies. */
export const ITEM_WORDS: Readonly<Record<ActionItemKind, ItemWords>> = {
  payment_past_window: {
    what: 'Paiement resté sans réponse du prestataire dans le délai prévu',
    next: 'Demandez au prestataire s’il a encaissé la somme. Si oui, n’abandonnez jamais la demande de paiement. Si vous l’abandonnez, le client pourra payer de nouveau, et toute somme reçue ensuite sera remboursée.',
    remedies: ['payment-close'],
  },
  session_not_known: {
    what: 'Demande de paiement inconnue du prestataire',
    next: 'Donnez au prestataire le numéro de la demande et la référence complète du paiement. Si le payeur a été débité, demandez au prestataire de le rembourser. Sinon, retirez cette ligne.',
    remedies: ['dismiss'],
  },
  payment_unreadable: {
    what: 'Paiement échoué dont la vérification n’aboutit pas depuis une heure',
    next: 'Le service vérifie encore ce paiement, au cas où l’argent arriverait en retard. Si le prestataire ne répond à aucune demande, consultez la page État du service. Si un seul paiement est concerné, ou si un débit reste en cours, contactez le prestataire et donnez-lui le numéro de la demande. Toute somme débitée sera remboursée dès qu’il répondra.',
    remedies: [],
  },
  refund_manual: {
    what: 'Remboursement à faire manuellement',
    next: 'Vérifiez dans l’espace marchand du prestataire qu’aucun remboursement n’y figure, remboursez le payeur, puis enregistrez la référence du virement.',
    remedies: ['payment-refunded'],
  },
  refund_failing: {
    what: 'Remboursement que le prestataire n’a pas encore effectué',
    next: 'Le remboursement est redemandé toutes les heures : si rien ne presse, attendez. Avant tout virement, vérifiez dans l’espace marchand que le prestataire n’a rien remboursé ; sinon, le payeur pourrait être remboursé deux fois. Enregistrez le virement aussitôt.',
    remedies: ['payment-refunded'],
  },
  other_currency: {
    what: 'Paiement reçu dans une autre devise',
    next: 'Le paiement est traité comme échoué et la somme est remboursée ; elle ne figure pas dans nos comptes. Demandez au prestataire pourquoi il a accepté cette devise, vérifiez que le remboursement est fait, puis retirez cette ligne.',
    remedies: ['dismiss'],
  },
  statement_differs: {
    what: 'Écart entre le relevé du prestataire et nos comptes',
    next: 'L’écart est décrit ci-dessous. Cherchez l’opération dans l’espace marchand du prestataire. Si vous connaissez la cause de l’écart, justifiez-le. Un écart résolu disparaît de la liste.',
    remedies: ['statement-explain', 'payment-settle'],
  },
  cover_without_certificate: {
    what: 'Date d’effet passée sans attestation',
    next: 'Le véhicule circule peut-être sans l’attestation exigée lors des contrôles. Donnez le numéro de police à l’organisme émetteur et demandez-lui si l’attestation existe. Sinon, faites-la émettre. Joignez-la ensuite au contrat.',
    remedies: ['certificate-attach'],
  },
  certificate_late: {
    what: 'Attestation attendue depuis plus d’une heure',
    next: 'Si plusieurs lignes affichent la même erreur, la cause est commune : stock épuisé, codes d’accès refusés ou panne de l’organisme émetteur. Une fois la cause corrigée, relancez la demande sans attendre.',
    remedies: ['certificate-retry'],
  },
  request_left_open: {
    what: 'Demande d’attestation restée ouverte chez l’organisme émetteur',
    next: 'Cette demande n’est plus utile : le contrat a été annulé, ou une attestation lui a été jointe. Si une attestation a été jointe, demandez à l’organisme émetteur si elle provient de cette demande. Si oui, ne faites rien annuler et retirez cette ligne. Sinon, faites annuler cette demande, et elle seule, avant qu’une attestation de trop ne soit émise ; la ligne disparaîtra ensuite.',
    remedies: ['dismiss'],
  },
  credentials_refused: {
    what: 'Codes d’accès refusés par l’organisme émetteur',
    next: 'Demandez à l’administrateur de corriger le code demandeur et le code d’accès, puis de redémarrer le service. Les lignes disparaîtront d’elles-mêmes.',
    remedies: [],
  },
  certificate_not_ours: {
    what: 'Attestation qui ne correspond pas au contrat',
    next: 'La différence est indiquée ci-dessous. Faites corriger ou annuler l’attestation par l’organisme émetteur, puis relancez la demande ou joignez la bonne attestation.',
    remedies: ['certificate-retry', 'certificate-attach', 'dismiss'],
  },
  certificate_of_another_contract: {
    what: 'Véhicule déjà couvert par un autre contrat, selon l’organisme émetteur',
    next: 'Demandez au client quel contrat il garde. S’il garde celui-ci, relancez la demande dès que l’autre a pris fin chez l’organisme émetteur. S’il garde l’autre, annulez celui-ci : le client sera remboursé.',
    remedies: ['certificate-retry', 'contract-cancel'],
  },
  overlapping_cover: {
    what: 'Véhicule assuré deux fois pour une même période',
    next: 'Demandez au client s’il a voulu cette double assurance. Si oui, retirez cette ligne. Sinon, vous pouvez annuler un contrat tant que son attestation n’est pas émise.',
    remedies: ['contract-cancel', 'dismiss'],
  },
  certificate_after_cancel: {
    what: 'Attestation émise pour un contrat annulé',
    next: 'Le client est remboursé, mais cette attestation serait encore acceptée lors d’un contrôle routier. Faites-la annuler par l’organisme émetteur, puis retirez cette ligne. Si elle porte un autre numéro de police, un autre véhicule ou une autre période, demandez d’abord à quel contrat elle appartient : ne faites pas annuler l’attestation d’un autre contrat.',
    remedies: ['dismiss'],
  },
  certificate_failed: {
    what: 'Demande d’attestation refusée depuis plus de six heures',
    next: 'Corrigez la cause (stock, codes d’accès ou données), puis relancez la demande. Si le refus persiste, annulez le contrat : le client sera entièrement remboursé.',
    remedies: ['certificate-retry', 'contract-cancel'],
  },
  certificate_without_look_up: {
    what: 'Attestation demandée, mais réponse perdue',
    next: 'L’attestation existe peut-être. Donnez le numéro de police à l’organisme émetteur et demandez-lui de vérifier. Si elle n’existe pas, faites-la émettre. Joignez-la ensuite au contrat. Si le contrat est annulé, ne faites rien émettre : faites annuler l’attestation si elle existe, puis retirez cette ligne.',
    remedies: ['certificate-attach', 'dismiss'],
  },
  contract_past_last_day: {
    what: 'Contrat échu sans attestation',
    next: 'Ce contrat n’a jamais pris effet. Convenez de la suite avec l’organisme émetteur et le client. Si une attestation existe malgré tout, joignez-la.',
    remedies: ['certificate-attach'],
  },
  document_late: {
    what: 'Document attendu depuis plus d’une heure',
    next: 'L’erreur indique si la panne vient de l’organisme émetteur ou de notre stockage. Une fois la panne réparée, relancez l’édition sans attendre.',
    remedies: ['documents-run'],
  },
};

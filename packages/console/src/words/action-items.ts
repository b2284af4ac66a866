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
    next: 'Interrogez le prestataire. N’abandonnez jamais une demande dont la somme a été encaissée. Une fois la demande abandonnée, le client peut payer de nouveau ; toute somme reçue ensuite sera remboursée.',
    remedies: ['payment-close'],
  },
  session_not_known: {
    what: 'Paiement dont le prestataire ne connaît pas la session',
    next: 'Interrogez le prestataire : donnez-lui la session et la référence du paiement. Si l’argent a été débité, faites-le rembourser par le prestataire. Sinon, retirez cette ligne.',
    remedies: ['dismiss'],
  },
  payment_unreadable: {
    what: 'Paiement abandonné, illisible ou en cours de débit depuis une heure',
    next: 'Si le prestataire ne répond plus du tout, consultez la page État du service. Si un seul paiement est concerné, ou si un débit est en cours, interrogez-le avec la session. Tout montant débité est remboursé dès que le paiement redevient lisible.',
    remedies: [],
  },
  refund_manual: {
    what: 'Remboursement à faire manuellement',
    next: 'Vérifiez l’espace marchand du prestataire, remboursez le payeur, puis enregistrez la référence du virement.',
    remedies: ['payment-refunded'],
  },
  refund_failing: {
    what: 'Remboursement que le prestataire n’a pas encore effectué',
    next: 'La demande est renouvelée toutes les heures : si rien ne presse, attendez. Un virement risque de rembourser le payeur deux fois ; avant de l’enregistrer, le service interroge donc le prestataire une dernière fois.',
    remedies: ['payment-refunded'],
  },
  other_currency: {
    what: 'Argent reçu dans une autre devise',
    next: 'Le paiement a échoué et l’argent est remboursé ; il ne figure pas dans nos comptes. Demandez au prestataire pourquoi il a accepté cette devise, vérifiez que l’argent est reparti, puis retirez cette ligne.',
    remedies: ['dismiss'],
  },
  statement_differs: {
    what: 'Écart entre le relevé du prestataire et nos comptes',
    next: 'L’écart est décrit ci-dessous. Cherchez l’opération chez le prestataire. Un écart corrigé disparaît de la liste ; si la cause est connue, justifiez-la.',
    remedies: ['statement-explain', 'payment-settle'],
  },
  cover_without_certificate: {
    what: 'Garantie en cours sans attestation',
    next: 'Le véhicule circule sans l’attestation exigée lors des contrôles. Interrogez l’autorité avec le numéro de police. Si l’attestation existe, joignez-la ; sinon, faites-la émettre.',
    remedies: ['certificate-attach'],
  },
  certificate_late: {
    what: 'Attestation attendue depuis plus d’une heure',
    next: 'Plusieurs lignes avec la même erreur ont une cause commune : le stock, les codes d’accès ou une panne de l’autorité. Une fois la cause corrigée, relancez sans attendre.',
    remedies: ['certificate-retry'],
  },
  request_left_open: {
    what: 'Demande restée ouverte chez l’autorité',
    next: 'Le contrat est annulé, ou son attestation a été jointe. Demandez d’abord à l’autorité si l’attestation jointe provient de cette demande. Si oui, ne faites rien clore et retirez cette ligne. Sinon, faites clore cette seule demande avant l’émission d’une seconde attestation ; la ligne disparaîtra ensuite.',
    remedies: ['dismiss'],
  },
  credentials_refused: {
    what: 'Codes d’accès refusés par l’autorité',
    next: 'Faites corriger le code demandeur et le code d’accès dans la configuration, puis redémarrer le service. Les lignes disparaîtront d’elles-mêmes.',
    remedies: [],
  },
  certificate_not_ours: {
    what: 'Attestation qui ne correspond pas au contrat',
    next: 'La différence est indiquée ci-dessous. Faites corriger ou retirer l’attestation par l’autorité, puis relancez la demande ou joignez la bonne attestation.',
    remedies: ['certificate-retry', 'certificate-attach', 'dismiss'],
  },
  certificate_of_another_contract: {
    what: 'Véhicule couvert par un autre contrat selon l’autorité',
    next: 'Demandez au client quel contrat il garde. Si l’autre a pris fin chez l’autorité, relancez la demande. S’il le garde, annulez celui-ci : le client est remboursé.',
    remedies: ['certificate-retry', 'contract-cancel'],
  },
  overlapping_cover: {
    what: 'Véhicule assuré deux fois sur la même période',
    next: 'Interrogez le client. Un contrat sans attestation peut être annulé. Si la double assurance est voulue, retirez cette ligne.',
    remedies: ['contract-cancel', 'dismiss'],
  },
  certificate_after_cancel: {
    what: 'Attestation émise pour un contrat annulé',
    next: 'Le client est remboursé, mais l’autorité détient une attestation qui passerait un contrôle routier. Si elle porte un autre numéro de police, un autre véhicule ou une autre période, demandez d’abord à qui elle appartient : ne touchez pas à celle d’un autre contrat. Faites retirer la nôtre, puis retirez cette ligne.',
    remedies: ['dismiss'],
  },
  certificate_failed: {
    what: 'Demande d’attestation refusée depuis plus de six heures',
    next: 'Corrigez la cause (stock, code ou données), puis relancez la demande. Si le refus persiste, annulez le contrat : le client est entièrement remboursé.',
    remedies: ['certificate-retry', 'contract-cancel'],
  },
  certificate_without_look_up: {
    what: 'Attestation demandée, réponse perdue',
    next: 'Interrogez l’autorité avec le numéro de police. Si elle n’a rien, faites émettre l’attestation chez elle, puis joignez-la. Si le contrat est annulé, ne faites rien émettre : faites retirer l’attestation éventuelle, puis retirez cette ligne.',
    remedies: ['certificate-attach', 'dismiss'],
  },
  contract_past_last_day: {
    what: 'Contrat échu sans attestation',
    next: 'Ce contrat n’a jamais pris effet. Voyez avec l’autorité et le client. Si une attestation existe malgré tout, joignez-la.',
    remedies: ['certificate-attach'],
  },
  document_late: {
    what: 'Document en retard d’une heure',
    next: 'L’erreur indique la panne : le serveur de l’autorité ou notre stockage. Une fois la panne réparée, relancez sans attendre.',
    remedies: ['documents-run'],
  },
};

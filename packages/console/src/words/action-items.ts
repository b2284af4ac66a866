import type { ActionItemKind } from '@vehicle-insurance/core';

/** The actions by which an operator can remedy an item, by name. */
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
  /** What to find out, and from whom, before acting. */
  readonly next: string;
  /** The actions for the commands that `docs/morning.md` names. */
  readonly remedies: readonly Remedy[];
}

/** Each kind in words; docs/morning.md says more, and a test compares the remedies. */
export const ITEM_WORDS: Readonly<Record<ActionItemKind, ItemWords>> = {
  payment_past_window: {
    what: 'Paiement sans réponse après son délai',
    next: 'Demandez au fournisseur. Ne clôturez jamais un paiement que vous savez payé ; clôturé, le devis peut être payé de nouveau, et ce qui arrive encore est rendu.',
    remedies: ['payment-close'],
  },
  session_not_known: {
    what: 'Paiement dont le fournisseur ne connaît pas la session',
    next: 'Demandez au fournisseur, avec la session et l’identifiant du paiement. S’il a été payé, faites-le rendre là-bas ; si rien n’a été payé, retirez cette ligne.',
    remedies: ['dismiss'],
  },
  payment_unreadable: {
    what: 'Paiement clôturé, illisible ou en cours de débit depuis une heure',
    next: 'Si le fournisseur se tait sur tout, voyez la page Santé ; sur celui-ci seul, ou si un débit y est encore en cours, demandez-lui par la session. Ce qui y a été payé est rendu dès qu’il peut être lu.',
    remedies: [],
  },
  refund_manual: {
    what: 'Argent que vous seul pouvez rendre',
    next: 'Regardez les pages du fournisseur, rendez l’argent, puis notez la référence du virement.',
    remedies: ['payment-refunded'],
  },
  refund_failing: {
    what: 'Argent que le fournisseur n’a pas encore rendu',
    next: 'Il lui est redemandé chaque heure : rien à faire si cela peut attendre. Rendu à la main, il peut partir deux fois ; le fournisseur est donc interrogé une dernière fois.',
    remedies: ['payment-refunded'],
  },
  other_currency: {
    what: 'Argent reçu dans une autre monnaie',
    next: 'Le paiement a échoué et l’argent est rendu ; nos comptes ne l’ont pas. Demandez au fournisseur pourquoi il a accepté cette monnaie, vérifiez que l’argent est parti, puis retirez cette ligne.',
    remedies: ['dismiss'],
  },
  statement_differs: {
    what: 'Le relevé du fournisseur et nos comptes diffèrent',
    next: 'La dernière erreur dit en quoi, et les deux montants. Cherchez l’opération chez le fournisseur ; ce qui est réparé part de soi-même, et une cause connue s’explique.',
    remedies: ['statement-explain', 'payment-settle'],
  },
  cover_without_certificate: {
    what: 'Garantie commencée, pas encore d’attestation',
    next: 'Le véhicule roule sans le papier que la police demande. Interrogez l’autorité avec le numéro de police ; joignez l’attestation si elle existe, sinon faites-la éditer.',
    remedies: ['certificate-attach'],
  },
  certificate_late: {
    what: 'Attestation attendue depuis plus d’une heure',
    next: 'Plusieurs lignes de même erreur ont une seule cause : stock, codes, ou l’autorité elle-même. Une fois réparée, redemandez sans attendre.',
    remedies: ['certificate-retry'],
  },
  request_left_open: {
    what: 'Demande restée ouverte chez l’autorité',
    next: 'Le contrat est annulé, ou son attestation a été jointe. Demandez d’abord à l’autorité si l’attestation jointe vient de cette demande : alors ne faites rien clore et retirez cette ligne. Sinon, faites clore cette seule demande avant qu’une attestation de trop en sorte ; la ligne part d’elle-même.',
    remedies: ['dismiss'],
  },
  credentials_refused: {
    what: 'L’autorité refuse nos codes',
    next: 'Corrigez AUTHORITY_APPLICANT_CODE et AUTHORITY_ACCESS_CODE, puis redémarrez. Les lignes partent d’elles-mêmes.',
    remedies: [],
  },
  certificate_not_ours: {
    what: 'Attestation qui n’est pas celle du contrat',
    next: 'La dernière erreur dit laquelle. Faites-la corriger ou retirer par l’autorité, puis redemandez ou joignez la bonne.',
    remedies: ['certificate-retry', 'certificate-attach', 'dismiss'],
  },
  certificate_of_another_contract: {
    what: 'Véhicule couvert par un autre contrat selon l’autorité',
    next: 'Demandez au client quel contrat reste. Si l’autre a pris fin chez l’autorité, redemandez ; s’il reste, annulez celui-ci et l’argent est rendu.',
    remedies: ['certificate-retry', 'contract-cancel'],
  },
  overlapping_cover: {
    what: 'Véhicule assuré deux fois certains jours',
    next: 'Demandez au client. Un contrat sans attestation peut être annulé ; si c’est voulu, retirez cette ligne.',
    remedies: ['contract-cancel', 'dismiss'],
  },
  certificate_after_cancel: {
    what: 'Attestation arrivée pour un contrat annulé',
    next: 'Le client a son argent et l’autorité une attestation que la police accepterait. Si la dernière réponse dit qu’elle est pour une autre police, un autre véhicule ou d’autres jours, demandez d’abord à qui elle est : celle d’un autre contrat reste. Faites retirer la nôtre, puis retirez cette ligne.',
    remedies: ['dismiss'],
  },
  certificate_failed: {
    what: 'Attestation refusée pendant six heures',
    next: 'Réparez la cause (stock, code, données), puis redemandez. Si rien n’aide, annulez : tout ce qui a été payé est rendu.',
    remedies: ['certificate-retry', 'contract-cancel'],
  },
  certificate_without_look_up: {
    what: 'Attestation demandée, réponse perdue',
    next: 'Interrogez l’autorité avec le numéro de police ; si elle n’a rien, faites éditer l’attestation chez elle, puis joignez-la. D’un contrat annulé, rien ne s’édite : faites retirer ce qu’elle a, puis retirez cette ligne.',
    remedies: ['certificate-attach', 'dismiss'],
  },
  contract_past_last_day: {
    what: 'Contrat terminé sans attestation',
    next: 'Il n’a jamais commencé. Réglez-le avec l’autorité et le client ; une attestation qui existe malgré tout se joint.',
    remedies: ['certificate-attach'],
  },
  document_late: {
    what: 'Document en retard d’une heure',
    next: 'La dernière erreur dit qui manque : l’hôte de l’autorité ou notre dépôt. Une fois réparé, relancez sans attendre.',
    remedies: ['documents-run'],
  },
};

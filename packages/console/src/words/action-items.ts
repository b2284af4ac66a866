import { ACTIONS_IN_FRENCH, type ActionItemKind, type ActionName } from '@vehicle-insurance/core';

/**
 * The label of the option with which an operator records a refund made on the provider's website. The instructions for
 * `refund_manual` quote it.
 */
const ON_PAGES = ACTIONS_IN_FRENCH.actions['payment settle'].fields.how.choices.on_pages;

/** A kind of action item, in words. */
export interface ItemWords {
  readonly what: string;
  /** The instructions: what to find out, from whom, and what to do then. */
  readonly next: string;
  /** The actions that correspond to the commands in `docs/morning.md`. */
  readonly remedies: readonly ActionName[];
}

/**
 * The texts for each kind. docs/morning.md explains the kinds. A test compares the remedies there with the remedies
 * here.
 */
export const ITEM_WORDS: Readonly<Record<ActionItemKind, ItemWords>> = {
  payment_past_window: {
    what: 'Paiement sans réponse de l’opérateur de paiement dans le délai prévu',
    next: 'Demandez à l’opérateur de paiement s’il a encaissé l’argent. Si l’argent est encaissé, n’abandonnez pas la demande de paiement : le service continue d’interroger l’opérateur. Sinon, vous pouvez abandonner la demande : la société pourra alors faire une nouvelle demande pour le même devis. Si le payeur paie quand même la demande abandonnée, il sera remboursé.',
    remedies: ['payment close'],
  },
  session_not_known: {
    what: 'Demande de paiement introuvable chez l’opérateur de paiement',
    next: 'Donnez à l’opérateur de paiement la référence complète du paiement et le numéro de la demande. Si le payeur a été débité, demandez à l’opérateur de le rembourser. Sinon, retirez cette ligne.',
    remedies: ['work dismiss'],
  },
  payment_unreadable: {
    what: 'Paiement échoué, impossible à vérifier depuis une heure',
    next: 'L’argent d’un paiement échoué peut arriver en retard : le service continue donc d’interroger l’opérateur de paiement. Si le payeur a été débité, il sera remboursé dès que l’opérateur répondra. Si l’opérateur ne répond pour aucun paiement, consultez la page « État du service ». Si un seul paiement est concerné, ou si un débit reste en cours, contactez l’opérateur et donnez-lui le numéro de la demande. Si l’erreur indique que l’opérateur ne permet pas de rechercher une demande, donnez-lui la référence complète du paiement. Si l’opérateur confirme le débit, demandez-lui de rembourser le payeur. Retirez ensuite cette ligne.',
    remedies: ['work dismiss'],
  },
  refund_manual: {
    what: 'Remboursement à effectuer manuellement',
    next: `Vérifiez dans l’espace marchand de l’opérateur de paiement que le remboursement n’y figure pas déjà. S’il n’y figure pas, remboursez le payeur par virement, puis enregistrez le virement. S’il y figure, ne faites aucun virement : enregistrez le remboursement en cochant « ${ON_PAGES} ».`,
    remedies: ['payment refunded'],
  },
  refund_failing: {
    what: 'Remboursement que l’opérateur de paiement n’a pas encore effectué',
    next: 'Le service redemande ce remboursement toutes les heures. Si rien ne presse, attendez. Si vous préférez faire un virement, vérifiez d’abord dans l’espace marchand que l’opérateur n’a rien remboursé : sinon, le payeur serait remboursé deux fois. Enregistrez le virement aussitôt.',
    remedies: ['payment refunded'],
  },
  other_currency: {
    what: 'Paiement reçu dans une autre devise',
    next: 'Ce paiement est considéré comme échoué. La somme sera remboursée et ne figure pas dans nos comptes. Demandez à l’opérateur de paiement pourquoi il a accepté cette devise. Quand le remboursement est fait, retirez cette ligne.',
    remedies: ['work dismiss'],
  },
  statement_differs: {
    what: 'Écart entre le relevé de l’opérateur de paiement et nos comptes',
    next: 'L’écart est décrit ci-dessous. Cherchez l’opération dans l’espace marchand de l’opérateur. Si vous connaissez la cause de l’écart, justifiez-le. Si l’écart est résolu entre-temps, il disparaît de la liste.',
    remedies: ['statement explain', 'payment settle'],
  },
  cover_without_certificate: {
    what: 'Date d’effet passée, attestation non émise',
    next: 'Le véhicule circule peut-être sans l’attestation exigée lors des contrôles routiers. Donnez le numéro de police à l’organisme émetteur et demandez-lui si l’attestation existe. Si elle n’existe pas, faites-la émettre. Joignez-la ensuite au contrat.',
    remedies: ['certificate attach'],
  },
  certificate_late: {
    what: 'Attestation attendue depuis plus d’une heure',
    next: 'Si plusieurs lignes affichent la même erreur, la cause est commune : stock épuisé, identifiants refusés ou panne de l’organisme émetteur. Une fois la cause corrigée, relancez la demande sans attendre.',
    remedies: ['certificate retry'],
  },
  request_left_open: {
    what: 'Demande d’attestation restée ouverte chez l’organisme émetteur',
    next: 'Le contrat a été annulé, ou une attestation lui a été jointe : cette demande ne sert plus. Si le contrat est annulé, faites annuler la demande avant que l’organisme émetteur n’émette l’attestation. Si une attestation a été jointe, demandez à l’organisme émetteur si elle provient de cette demande. Si oui, ne faites rien annuler et retirez cette ligne. Sinon, faites annuler cette demande, et elle seule. La ligne disparaîtra ensuite.',
    remedies: ['work dismiss'],
  },
  certificate_not_annulled: {
    what: 'Attestation à faire annuler (contrat annulé)',
    next: 'Cette attestation serait encore acceptée lors d’un contrôle routier. Demandez à l’organisme émetteur de l’annuler à la fin du dernier jour de garantie, puis enregistrez l’annulation.',
    remedies: ['certificate annulled'],
  },
  credentials_refused: {
    what: 'Identifiants refusés par l’organisme émetteur',
    next: 'Demandez à l’administrateur de corriger le code demandeur et le code d’accès, puis de redémarrer le service. Ce problème disparaîtra alors de la liste À traiter.',
    remedies: [],
  },
  certificate_not_ours: {
    what: 'Attestation qui ne correspond pas au contrat',
    next: 'La différence est indiquée ci-dessous. Faites corriger ou annuler l’attestation par l’organisme émetteur, puis relancez la demande ou joignez la bonne attestation.',
    remedies: ['certificate retry', 'certificate attach', 'work dismiss'],
  },
  certificate_of_another_contract: {
    what: 'Véhicule déjà couvert par un autre contrat, selon l’organisme émetteur',
    next: 'Demandez au souscripteur quel contrat il garde. S’il garde ce contrat-ci, relancez la demande dès que l’organisme émetteur a annulé l’attestation de l’autre contrat. S’il garde l’autre contrat, annulez ce contrat-ci : le payeur sera remboursé.',
    remedies: ['certificate retry', 'contract cancel'],
  },
  overlapping_cover: {
    what: 'Véhicule assuré deux fois pour une même période',
    next: 'Demandez au souscripteur s’il a voulu cette double assurance. Si oui, retirez cette ligne. Sinon, annulez le contrat en trop.',
    remedies: ['contract cancel', 'work dismiss'],
  },
  certificate_after_cancel: {
    what: 'Attestation émise pour un contrat annulé',
    next: 'Le contrat est annulé, mais cette attestation serait encore acceptée lors d’un contrôle routier. Faites-la annuler par l’organisme émetteur, puis retirez cette ligne. Si elle porte un autre numéro de police, un autre véhicule ou une autre période, elle appartient peut-être à un autre contrat : vérifiez-le avant de la faire annuler.',
    remedies: ['work dismiss'],
  },
  certificate_failed: {
    what: 'Demande d’attestation refusée depuis plus de six heures',
    next: 'Faites corriger la cause du refus (stock, identifiants ou données), puis relancez la demande. Si le refus persiste, annulez le contrat : le payeur sera entièrement remboursé.',
    remedies: ['certificate retry', 'contract cancel'],
  },
  certificate_without_look_up: {
    what: 'Attestation demandée, mais réponse perdue',
    next: 'Donnez le numéro de police à l’organisme émetteur et demandez-lui si l’attestation existe. Si le contrat est en cours, faites émettre l’attestation si elle n’existe pas, puis joignez-la. Si le contrat est annulé, faites annuler l’attestation si elle existe, puis retirez cette ligne.',
    remedies: ['certificate attach', 'work dismiss'],
  },
  contract_past_last_day: {
    what: 'Contrat échu sans attestation',
    next: 'Ce contrat n’a jamais pris effet. Convenez de la suite avec l’organisme émetteur et le souscripteur. Si une attestation existe malgré tout, joignez-la.',
    remedies: ['certificate attach'],
  },
  document_late: {
    what: 'Document attendu depuis plus d’une heure',
    next: 'L’erreur indique si la panne vient de l’organisme émetteur ou de notre stockage. Une fois la panne réparée, relancez l’édition des documents sans attendre.',
    remedies: ['work run'],
  },
};

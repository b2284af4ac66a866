import type { CancellationCode, RefundExtent } from '../domain/contract/cancellation.ts';
import type { CancelledContract, RefundMode } from '../use-cases/contract/cancel-contract.ts';

export const CODES: Readonly<Record<CancellationCode, string>> = {
  withdrawal: 'Demande du souscripteur',
  sale: 'Vente du véhicule',
  total_loss: 'Véhicule détruit ou volé',
  duplicate: 'Double assurance',
  error: 'Erreur dans le contrat',
  other: 'Autre cause',
};

/** The words of the preview of a cancellation, which the statement of cancellation shares. */
export const CANCELLATION_IN_FRENCH = {
  sold: 'Période souscrite',
  lastDay: 'Dernier jour de garantie',
  noDay: 'Aucun jour de garantie',
  causes: CODES,
  item: 'Désignation',
  unlisted: 'Écart entre le détail et la prime payée',
  providerFees: 'Frais de paiement',
  refund: 'Remboursement',
  paid: 'Montant payé',
  refunded: 'Montant à rembourser',
  total: 'Total',
  nothingRefunded: 'Aucun remboursement n’est dû.',
  allRefunded: 'La totalité de la somme payée est remboursée.',
  daysRefunded: (unused: number, all: number): string =>
    `Calcul : chaque montant remboursable × ${unused < 2 ? `${unused} jour non couru` : `${unused} jours non courus`} / ${all < 2 ? `${all} jour souscrit` : `${all} jours souscrits`}, arrondi au franc inférieur. Si un montant n’est pas remboursé, la taxe correspondante ne l’est pas non plus. Un total inférieur à 100 FCFA n’est pas remboursé.`,
};

/** Why a contract was cancelled, as part of a sentence. */
export const cancellationCodeInFrench = (code: CancellationCode): string => CODES[code].toLowerCase();

/**
 * The label of a choice, and the beginning of a checkbox's label, for a refund that an operator made on the provider's
 * website. Instructions quote the text.
 */
export const ON_PAGES = 'Remboursement fait depuis l’espace marchand de l’opérateur de paiement';

/** The label of the checkbox for a refund that the provider does not confirm. Instructions quote the label. */
export const UNANSWERED = 'L’opérateur de paiement ne répond pas, et son espace marchand ne montre aucun remboursement';

export const EXTENTS: Readonly<Record<RefundExtent, string>> = {
  auto: 'Selon les règles de la formule : totalité avant la prise d’effet ; ensuite, prorata des jours non courus, hors frais non remboursables',
  full: 'Totalité de la somme payée',
  none: 'Aucun remboursement',
};

export const cancelledInFrench = ({ refundMode }: Pick<CancelledContract, 'refundMode'>): string =>
  `Le contrat est annulé. ${REFUNDS_IN_FRENCH[refundMode]}`;

/** How the money is refunded, and what remains to do. */
export const REFUNDS_IN_FRENCH: Readonly<Record<RefundMode, string>> = {
  none: 'Rien n’est remboursé.',
  automatic: 'Le remboursement est automatique.',
  manual: `Cet opérateur de paiement ne permet pas le remboursement automatique. Vérifiez si le remboursement figure déjà dans l’espace marchand de l’opérateur. S’il y figure, ne faites aucun virement : enregistrez le remboursement depuis la page du paiement, en cochant « ${ON_PAGES} ». Sinon, remboursez le payeur par virement, puis enregistrez le virement depuis la page du paiement. D’ici là, le remboursement reste dans la liste À traiter.`,
  part: 'L’opérateur de paiement ne rembourse que des paiements entiers. Virez au payeur la somme à rembourser, puis enregistrez le virement depuis la page du paiement. D’ici là, le remboursement reste dans la liste À traiter.',
  not_configured: `Cet opérateur de paiement a été retiré de la configuration. Vérifiez dans l’espace marchand de l’opérateur qu’aucun remboursement n’y figure. Remboursez ensuite le payeur par virement, puis enregistrez le virement depuis la page du paiement, en cochant « ${UNANSWERED} ». D’ici là, le remboursement reste dans la liste À traiter.`,
};

import { DIFFERENCES_IN_FRENCH, type DifferenceDetails, type StatementShown } from '@vehicle-insurance/core';

/** The instructions for each kind of discrepancy, as in docs/morning.md. */
export const DIFFERENCE_REMEDIES: Readonly<Record<DifferenceDetails['kind'], string>> = {
  missing_here:
    'Si la ligne du relevé est un paiement, ne faites rien : le service le retrouve chez le prestataire et le rembourse. Si c’est un remboursement, il a été fait depuis l’espace marchand. Si nous devions encore ce remboursement, enregistrez-le comme fait depuis l’espace marchand. Sinon, annulez le contrat ou, si le client garde son contrat, choisissez « Remboursé à tort : le payeur nous doit la somme ».',
  twice:
    'Si le payeur a payé deux demandes, le second paiement est remboursé automatiquement. Si la ligne est encore là le lendemain, il a été débité deux fois pour une même demande : faites rembourser l’un des débits par le prestataire ; la ligne disparaîtra avec le relevé suivant. Un montant négatif est un paiement que le prestataire a repris : choisissez « Remboursé à tort : le payeur nous doit la somme ».',
  refunded_twice:
    'Le paiement était déjà remboursé. Si cette ligne du relevé est le remboursement que vous avez enregistré, choisissez « Fait depuis l’espace marchand du prestataire ». Sinon, le payeur a été remboursé deux fois : réclamez-lui la somme, et choisissez « Remboursé à tort : le payeur nous doit la somme ».',
  missing_there:
    'Donnez au prestataire la référence complète du paiement et le numéro de la demande, et demandez-lui de vérifier. Si l’opération figure sur un relevé suivant, l’écart disparaîtra.',
  refund_not_seen:
    'Si vous avez remboursé le payeur par virement, la somme est encore chez le prestataire : reversez-la sur le compte qui a servi au virement et choisissez « Somme reversée au compte qui a servi au virement », ou justifiez l’écart. Sinon, interrogez le prestataire.',
  other_amount: 'Demandez au prestataire quel montant est exact.',
  other_fee:
    'Si beaucoup de lignes sont concernées, les conditions du prestataire ont changé : faites corriger le taux de frais du prestataire dans la configuration. Si une seule l’est, interrogez le prestataire.',
};

/** The result of a statement line, in a few words. */
export const matchResultText = (cameTo: StatementShown['lines'][number]['cameTo']): string => {
  if (cameTo === 'matched') return 'Sans écart';
  if (cameTo === 'another') return 'Sans rapport avec le service';
  return DIFFERENCES_IN_FRENCH[cameTo];
};

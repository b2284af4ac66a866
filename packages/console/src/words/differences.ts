import { DIFFERENCES_IN_FRENCH, type DifferenceDetails, type StatementShown } from '@vehicle-insurance/core';

/** The instructions for each kind of discrepancy, as in docs/morning.md. */
export const DIFFERENCE_REMEDIES: Readonly<Record<DifferenceDetails['kind'], string>> = {
  missing_here:
    'Si c’est un paiement, le service le cherche chez le prestataire et le rembourse. Si c’est un remboursement, il a été fait depuis l’espace marchand. Si ce paiement a un remboursement en attente, enregistrez-le comme fait depuis l’espace marchand. Sinon, annulez le contrat ; si le client le garde, choisissez « Remboursé à tort : le payeur nous doit la somme ».',
  twice:
    'Un paiement reçu par une seconde session est remboursé automatiquement. Si la ligne est encore là le lendemain, le payeur a été débité deux fois dans une même session : faites rembourser l’un des débits par le prestataire ; la ligne disparaît avec le relevé suivant. Un montant négatif est un paiement repris : choisissez « Remboursé à tort : le payeur nous doit la somme ».',
  refunded_twice:
    'Le paiement était déjà remboursé. Si cette ligne est le remboursement que vous avez enregistré, choisissez « Fait depuis l’espace marchand du prestataire ». Sinon, le payeur a été remboursé deux fois : réclamez-lui la somme, et choisissez « Remboursé à tort : le payeur nous doit la somme ».',
  missing_there:
    'Interrogez le prestataire avec notre référence et la session. Si l’opération arrive sur un relevé suivant, l’écart disparaît.',
  refund_not_seen:
    'Si le payeur a été remboursé par virement, renflouez le compte à l’origine du virement et choisissez « Compte à l’origine du virement renfloué », ou justifiez l’écart. Sinon, interrogez le prestataire.',
  other_amount: 'Demandez au prestataire quel montant est exact.',
  other_fee:
    'Si beaucoup de lignes sont concernées, les conditions du prestataire ont changé : faites corriger le taux de frais du prestataire dans la configuration. Si une seule l’est, interrogez le prestataire.',
};

/** The result of a statement line, in a few words. */
export const matchResultText = (cameTo: StatementShown['lines'][number]['cameTo']): string => {
  if (cameTo === 'matched') return 'Sans écart';
  if (cameTo === 'another') return 'Étrangère au service';
  return DIFFERENCES_IN_FRENCH[cameTo];
};

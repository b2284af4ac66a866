import { DIFFERENCES_IN_FRENCH, type DifferenceDetails, type StatementShown } from '@vehicle-insurance/core';

/** What to do about each kind of difference, as in docs/morning.md. */
export const DIFFERENCE_REMEDIES: Readonly<Record<DifferenceDetails['kind'], string>> = {
  missing_here:
    'Un paiement est cherché chez le fournisseur et rendu de lui-même. Un remboursement a été fait sur ses pages : si l’un des nôtres est encore à rendre, inscrivez celui-là comme parti de ses pages ; sinon annulez le contrat, ou s’il reste, réglez « le payeur le doit ».',
  twice:
    'Ce qui est venu par une seconde session est rendu de soi-même. Si la ligne est encore là le lendemain, le payeur a été débité deux fois dans une session : faites-en rendre un par le fournisseur ; un relevé qui le dit la retire de la liste. Un montant négatif est un paiement repris : réglez « le payeur le doit ».',
  refunded_twice:
    'L’argent était déjà rendu. Si cette ligne est le remboursement que vous avez noté, réglez « fait sur les pages du fournisseur ». Sinon le payeur l’a reçu deux fois : redemandez-le, et réglez « le payeur le doit ».',
  missing_there: 'Demandez au fournisseur, avec notre référence et la session. Une ligne tardive répare d’elle-même.',
  refund_not_seen:
    'De l’argent rendu par un virement : versez celui du compte là d’où le virement est parti et réglez « versé là d’où le virement est parti », ou expliquez. Sinon, demandez au fournisseur.',
  other_amount: 'Demandez au fournisseur lequel est juste.',
  other_fee:
    'Sur beaucoup de lignes, le contrat a changé : corrigez WAVE_MERCHANT_BASIS_POINTS ou CINETPAY_MERCHANT_BASIS_POINTS. Sur une seule, demandez au fournisseur.',
};

/** The result of a statement line, in a few words. */
export const cameToWords = (cameTo: StatementShown['lines'][number]['cameTo']): string => {
  if (cameTo === 'matched') return 'concorde';
  if (cameTo === 'another') return 'pas à nous';
  return DIFFERENCES_IN_FRENCH[cameTo];
};

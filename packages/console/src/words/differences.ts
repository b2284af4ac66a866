import {
  ACTIONS_IN_FRENCH,
  DIFFERENCES_IN_FRENCH,
  type DifferenceDetails,
  type StatementShown,
} from '@vehicle-insurance/core';

/** The labels of the options of `payment settle`. The instructions in `DIFFERENCE_REMEDIES` quote them. */
const { choices: HOW } = ACTIONS_IN_FRENCH.actions['payment settle'].fields.how;

/** The instructions for each kind of discrepancy, as in docs/morning.md. */
export const DIFFERENCE_REMEDIES: Readonly<Record<DifferenceDetails['kind'], string>> = {
  missing_here: `Si la ligne du relevé est un paiement, ne faites rien : le service le retrouve chez l’opérateur de paiement et le rembourse. Si c’est un remboursement, il a été fait depuis l’espace marchand. Si ce remboursement était dû, enregistrez-le depuis la page du paiement, en cochant « ${HOW.on_pages} ». S’il n’était pas dû, annulez le contrat. Si le souscripteur garde son contrat, régularisez plutôt le remboursement depuis la page du paiement, en choisissant « ${HOW.payer_owes} ».`,
  twice: `Si le payeur a payé deux demandes, le second paiement est remboursé automatiquement. Si l’écart est encore là le lendemain, le payeur a été débité deux fois pour une même demande. Faites alors rembourser l’un des deux débits par l’opérateur de paiement ; l’écart disparaîtra avec le relevé suivant. Si le montant est négatif, l’opérateur a repris l’argent d’un paiement : régularisez cette reprise depuis la page du paiement, en choisissant « ${HOW.payer_owes} ».`,
  refunded_twice: `Le paiement était déjà remboursé. Si cette ligne du relevé est le remboursement que vous avez enregistré, régularisez-le depuis la page du paiement, en choisissant « ${HOW.on_pages} ». Sinon, le payeur a été remboursé deux fois : réclamez-lui la somme, puis régularisez le second remboursement en choisissant « ${HOW.payer_owes} ».`,
  missing_there:
    'Donnez à l’opérateur de paiement la référence complète du paiement et le numéro de la demande, et demandez-lui pourquoi l’opération ne figure pas sur le relevé. Si l’opération figure sur un relevé suivant, l’écart disparaîtra.',
  refund_not_seen: `Si vous avez remboursé le payeur par virement, la somme est encore chez l’opérateur de paiement. Demandez à l’opérateur de reverser cette somme sur le compte d’où le virement est parti. Régularisez ensuite le remboursement depuis la page du paiement, en choisissant « ${HOW.covered} ». Si la somme doit rester chez l’opérateur, justifiez l’écart. Si vous n’avez fait aucun virement, demandez à l’opérateur pourquoi le remboursement ne figure pas sur le relevé.`,
  other_amount: 'Demandez à l’opérateur de paiement quel montant est exact, puis justifiez l’écart.',
  other_fee:
    'Si beaucoup de paiements sont concernés, l’opérateur de paiement a modifié ses frais : demandez à l’administrateur de corriger le taux de ces frais. Si un seul paiement est concerné, demandez à l’opérateur quels frais sont exacts. Si vous justifiez l’écart, les frais du relevé sont comptabilisés.',
};

/** The match result of a statement line, in a few words. */
export const matchResultText = (matchResult: StatementShown['lines'][number]['matchResult']): string => {
  if (matchResult === 'matched') return 'Sans écart';
  if (matchResult === 'another') return 'Sans rapport avec nos paiements';
  return DIFFERENCES_IN_FRENCH[matchResult];
};

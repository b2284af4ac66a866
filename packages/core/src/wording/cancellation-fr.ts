import { unlistedIn, type CancellationCode, type RefundExtent } from '../domain/contract/cancellation.ts';
import { daysBetween } from '../shared/calendar.ts';
import { CURRENCY } from '../shared/money.ts';
import type { CancelledContract, RefundMode } from '../use-cases/contract/cancel-contract.ts';
import { amountInFrench, dayInFrench } from './fr.ts';

const francs = (amount: number): string => amountInFrench(amount, CURRENCY);

export const CODES: Readonly<Record<CancellationCode, string>> = {
  withdrawal: 'Renonciation du souscripteur',
  sale: 'Vente du véhicule',
  total_loss: 'Véhicule détruit ou volé',
  duplicate: 'Double assurance',
  error: 'Erreur dans le contrat',
  other: 'Autre cause',
};

/** Why a contract was cancelled, as part of a sentence. */
export const cancellationCodeInFrench = (code: CancellationCode): string => CODES[code].toLowerCase();

export const EXTENTS: Readonly<Record<RefundExtent, string>> = {
  auto: 'Selon les règles de la formule : la totalité avant la prise d’effet ; ensuite les jours non courus, hors frais non remboursables',
  full: 'Totalité de la somme payée',
  none: 'Aucun remboursement',
};

/** A cancellation: its computation for a preview, and what happens next once it is done. */
export const cancelledInFrench = (cancelled: CancelledContract): string =>
  cancelled.isPreview ? computationInFrench(cancelled) : `Le contrat est annulé. ${NEXT[cancelled.refundMode]}`;

const computationInFrench = ({
  contract,
  terms: { lastDay, soldUntil, refund },
  premium,
  charged,
  refundMode,
}: CancelledContract): string => {
  const days = daysBetween(contract.startDate, soldUntil) + 1;
  const unused = lastDay === null ? days : daysBetween(lastDay, soldUntil);
  const unlisted = unlistedIn(premium, { ...charged, amount: charged.amount - charged.fees }, refund);
  return [
    `Contrat ${contract.policyNumber}, du ${dayInFrench(contract.startDate)} au ${dayInFrench(soldUntil)} (${daysInFrench(days)})`,
    lastDay === null
      ? 'Dernier jour de garantie : aucun'
      : `Dernier jour de garantie : ${dayInFrench(lastDay)} (${unused < 2 ? `${unused} jour non couru` : `${unused} jours non courus`})`,
    ...premium.lines.map(({ label, amount }, at) => refundedOf(label, refund?.lines[at] ?? 0, amount)),
    ...(unlisted ? [refundedOf('Différence avec la prime importée', unlisted.refunded, unlisted.charged)] : []),
    refundedOf('Frais de paiement', refund?.fees ?? 0, charged.fees),
    `Total à rembourser : ${francs(refund?.amount ?? 0)} sur ${francs(charged.amount)}`,
    NEXT[refundMode],
  ].join('\n');
};

const refundedOf = (label: string, refunded: number, amount: number): string =>
  `${label} : ${francs(refunded)} à rembourser sur ${francs(amount)}`;

const daysInFrench = (days: number): string => `${days} ${days < 2 ? 'jour' : 'jours'}`;

const NEXT: Readonly<Record<RefundMode, string>> = {
  none: 'Rien n’est remboursé.',
  automatic: 'Le remboursement est automatique.',
  manual:
    'Cet opérateur de paiement ne permet pas le remboursement automatique. Vérifiez si le remboursement figure déjà dans son espace marchand. Si oui, ne faites aucun virement : enregistrez-le comme fait depuis l’espace marchand. Sinon, remboursez le payeur, puis enregistrez le virement. D’ici là, le remboursement reste dans la liste À traiter.',
  part: 'L’opérateur de paiement ne rembourse que des paiements entiers. Remboursez ce montant au payeur, puis enregistrez le virement. D’ici là, le remboursement reste dans la liste À traiter.',
  not_configured:
    'Cet opérateur de paiement a été retiré de la configuration. Vérifiez dans son espace marchand qu’il n’a rien remboursé. Remboursez ensuite le payeur, puis enregistrez le virement. D’ici là, le remboursement reste dans la liste À traiter.',
};

import type { Account } from '../domain/ledger/account.ts';
import { VOUCHERS, type CounterpartyKind, type VoucherKind } from '../domain/ledger/voucher.ts';
import { CURRENCY } from '../shared/money.ts';
import type { AccountMove, RecordedVoucher } from '../use-cases/ledger/file-voucher.ts';
import type { RecordVoucherError } from '../use-cases/ledger/record-voucher.ts';
import type { ReverseVoucherError } from '../use-cases/ledger/reverse-voucher.ts';
import type { ActionWords } from './action-words.ts';
import { amountInFrench, CAUSES_IN_FRENCH, dayInFrench } from './fr.ts';
import { providerName } from './provider-name.ts';

/** The failures that only the actions for vouchers have. */
export type VoucherFailure = Exclude<
  (RecordVoucherError | ReverseVoucherError)['code'],
  'invalid_request' | 'company_not_found'
>;

const KINDS: Readonly<Record<VoucherKind, string>> = {
  sweep: 'Virement de l’opérateur de paiement sur le compte bancaire',
  merchant_fee: 'Frais prélevés par l’opérateur, sans lien avec un paiement',
  merchant_invoice: 'Facture de l’opérateur de paiement payée par virement bancaire',
  remittance: 'Reversement à l’assureur (primes, accessoires et taxes)',
  commission: 'Règlement de la commission à la société',
  fee_offset: 'Imputation des frais de l’opérateur sur les frais de paiement reçus des payeurs',
  fee_margin:
    'Solde des frais de paiement : excédent viré sur le compte bancaire, ou insuffisance couverte depuis le compte bancaire',
};

const WITH: Readonly<Record<CounterpartyKind, string>> = {
  company: 'la société',
  insurer: 'l’assureur',
  provider: 'l’opérateur de paiement',
};

/** Each account, as a confirmation names it; ledgers show the names in the chart of accounts. */
const ACCOUNTS_IN_FRENCH: Readonly<Record<Account, string>> = {
  wallet: 'Monnaie électronique',
  bank: 'Banque',
  provider_fees: 'Frais de paiement',
  merchant_fees: 'Frais de monnaie électronique',
  premium_due: 'Primes à reverser',
  accessories: 'Accessoires',
  tax: 'Taxe',
  guarantee_fund: 'Fonds de garantie (FGA)',
  brown_card: 'Carte brune',
  commission: 'Commission',
  refunds_due: 'Remboursements dus',
  receivable: 'Créances sur les payeurs',
  suspense: 'Compte d’attente',
};

const balanceInFrench = (amount: number): string => {
  const side = amount === 0 ? '' : amount > 0 ? ' débiteur' : ' créditeur';
  return `${amountInFrench(Math.abs(amount), CURRENCY)}${side}`;
};

const moveInFrench = ({ account, before, after }: AccountMove): string => {
  const side = after > before ? 'débit' : 'crédit';
  const amount = amountInFrench(Math.abs(after - before), CURRENCY);
  return `${ACCOUNTS_IN_FRENCH[account]} : ${side} de ${amount} (solde avant : ${balanceInFrench(before)} ; après : ${balanceInFrench(after)})`;
};

const francs = (amount: number): string => amountInFrench(amount, CURRENCY);

const recorded = ({ voucher, counterpartyName, moves, isBooked }: RecordedVoucher): string => {
  const { kind, amount, bookedOn, reference, reverses } = voucher;
  const name = VOUCHERS[kind].counterparty === 'provider' ? providerName(counterpartyName) : counterpartyName;
  const what = `${reverses === null ? '' : `${CAUSES_IN_FRENCH.voucher_reversed} : `}${CAUSES_IN_FRENCH[kind]}`;
  const head = `${what}, ${name}, ${francs(amount)}, le ${dayInFrench(bookedOn)}, référence ${reference}.`;
  const lines = [
    isBooked ? 'Pièce comptabilisée.' : 'Pièce à comptabiliser.',
    head,
    ...moves.map((move) => `${moveInFrench(move)}.`),
  ];
  // A preview lists its lines. The message after the action is one paragraph.
  return lines.join(isBooked ? ' ' : '\n');
};

export const VOUCHER_ACTIONS_IN_FRENCH: Pick<ActionWords<'form'>['actions'], 'books record' | 'books reverse'> = {
  'books record': {
    title: 'Enregistrer une pièce comptable',
    consequence:
      'Enregistrez une opération déjà faite. Avant la confirmation, un aperçu montre les écritures et les soldes. Une pièce erronée se contre-passe ; elle ne se modifie pas.',
    fields: {
      kind: { label: 'Opération', choices: KINDS },
      amount: 'Montant en FCFA',
      company: 'Société, pour une commission',
      insurer: 'Assureur, pour un reversement',
      provider: 'Opérateur de paiement, pour les autres opérations',
      date: 'Date comptable',
      reference: 'Référence du virement ou de la facture',
      why: 'Motif',
    },
    done: recorded,
  },
  'books reverse': {
    title: 'Contre-passer la pièce',
    consequence:
      'Des écritures inverses sont comptabilisées aujourd’hui. Une contre-passation est définitive : si la pièce était exacte, il faudra enregistrer cette pièce de nouveau.',
    fields: { why: 'Motif' },
    done: recorded,
  },
};

export const VOUCHER_FAILURES_IN_FRENCH: Pick<ActionWords<'form'>['failures'], VoucherFailure> = {
  insurer_not_found: 'Cet assureur n’existe pas.',
  provider_not_found: 'Cet opérateur de paiement n’existe pas.',
  counterparty_differs: ({ needs }) => `Pour cette opération, choisissez ${WITH[needs]} et aucun autre tiers.`,
  amount_not_francs: 'Le montant doit être un nombre entier de francs, supérieur à zéro.',
  date_in_future: 'Cette date est dans le futur. Saisissez la date du jour ou une date passée.',
  date_not_open: ({ from }) =>
    from === undefined
      ? 'Rien n’est encore comptabilisé : il n’y a rien à régler.'
      : `La comptabilité est ouverte depuis le ${dayInFrench(from)}. Choisissez cette date ou une date ultérieure.`,
  reference_recorded: ({ voucher: { reference, bookedOn, amount } }) =>
    `La référence ${reference} figure déjà sur une pièce de ${francs(amount)}, comptabilisée le ${dayInFrench(bookedOn)}. Rien n’a été comptabilisé.`,
  amount_not_open: ({ open }) => `Le montant dépasse le solde à régler, qui est de ${francs(open)}.`,
  voucher_not_found: 'Cette pièce n’existe pas.',
  voucher_is_reversal: 'Une contre-passation ne se contre-passe pas. Enregistrez de nouveau la pièce d’origine.',
  voucher_reversed: 'Cette pièce est déjà contre-passée. Rien n’a été comptabilisé.',
};

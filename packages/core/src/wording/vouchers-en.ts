import type { CounterpartyKind, VoucherKind } from '../domain/ledger/voucher.ts';
import { spaced } from '../shared/money.ts';
import type { AccountMove, RecordedVoucher } from '../use-cases/ledger/file-voucher.ts';
import type { ActionWords } from './action-words.ts';
import type { VoucherFailure } from './vouchers-fr.ts';

const KINDS: Readonly<Record<VoucherKind, string>> = {
  sweep: 'the provider paid the wallet’s money to the bank',
  merchant_fee: 'the provider took a fee from the wallet, and its statement shows no payment for the fee',
  merchant_invoice: 'the provider’s invoice was paid from the bank',
  remittance: 'the insurer was paid premiums, accessories, taxes and levies',
  commission: 'the intermediary was paid its commission',
  fee_offset: 'merchant fees are deducted from the fees that payers paid',
  fee_margin: 'the rest of the fees is settled with the bank',
};

const WITH: Readonly<Record<CounterpartyKind, string>> = {
  company: '--company',
  insurer: '--insurer',
  provider: '--provider',
};

const moveText = ({ account, before, after }: AccountMove): string =>
  `${account}: ${after > before ? 'debit' : 'credit'} ${spaced(Math.abs(after - before))}, balance ${spaced(before)} before, ${spaced(after)} after`;

const recorded = ({ voucher, counterpartyName, moves, isBooked }: RecordedVoucher): string => {
  const { id, kind, amount, bookedOn, reference, reverses } = voucher;
  const head = `${isBooked ? 'Booked' : 'Would be booked'}: ${reverses === null ? '' : 'reversal of '}${kind}, ${spaced(amount)} F CFA, ${counterpartyName}, on ${bookedOn}, reference ${reference}.`;
  const tail = isBooked ? [`Voucher ${id}.`] : ['Nothing was booked.'];
  return [head, ...moves.map(moveText), ...tail].join('\n');
};

export const VOUCHER_ACTIONS_IN_ENGLISH: Pick<ActionWords<'command'>['actions'], 'books record' | 'books reverse'> = {
  'books record': {
    title: 'record a voucher, such as a transfer to an insurer or a commission',
    consequence: 'a voucher cannot be changed, only reversed with `books reverse`',
    fields: {
      kind: { label: 'what was done', choices: KINDS },
      amount: 'whole francs, at most the open balance of the accounts',
      company: 'for commission: the company, by id or name',
      insurer: 'for remittance: the insurer, by its code in the catalogue, or - for the service’s own',
      provider: 'for all other kinds: the provider',
      date: 'booking date, not in a closed month',
      reference: 'reference of the transfer or invoice; each is recorded once per kind and counterparty',
      why: 'reason, for the history',
    },
    done: recorded,
  },
  'books reverse': {
    title: 'reverse a voucher with opposite entries, booked today',
    consequence: 'a reversal is final; if the voucher was correct, record it again',
    fields: { why: 'reason, for the history' },
    done: recorded,
  },
};

export const VOUCHER_FAILURES_IN_ENGLISH: Pick<ActionWords<'command'>['failures'], VoucherFailure> = {
  insurer_not_found: 'There is no such insurer. `catalogue show` lists the codes of insurers; - is the service’s own.',
  provider_not_found: 'There is no such provider. Give one that is configured or has entries in the books.',
  counterparty_differs: ({ kind, needs }) => `For ${kind}, give ${WITH[needs]}, and no other counterparty.`,
  amount_not_francs: 'The amount must be a positive whole number of francs.',
  date_in_future: 'The date is in the future. Give the day on which the money moved.',
  date_not_open: ({ from }) =>
    from === undefined
      ? 'Nothing is booked yet, so there is nothing to settle.'
      : `The books are open from ${from}. The date is in a closed month or before the first entry. Give a later date.`,
  reference_recorded: ({ voucher: { id, reference, bookedOn, amount } }) =>
    `Reference ${reference} is recorded already, as voucher ${id} on ${bookedOn}: ${spaced(amount)} F CFA. Nothing was booked.`,
  amount_not_open: ({ open }) => `The open balance is ${spaced(open)} F CFA. Give at most this amount.`,
  voucher_not_found: 'There is no such voucher. `books vouchers` lists them.',
  voucher_is_reversal: 'This voucher is a reversal, which is final. Record the voucher again instead.',
  voucher_reversed: ({ by }) => `This voucher is reversed already, by voucher ${by}. Nothing was booked.`,
};

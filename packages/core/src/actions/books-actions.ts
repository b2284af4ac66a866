import { parseMonth } from '../domain/ledger/closing.ts';
import type { LocalDate } from '../shared/calendar.ts';
import { Err } from '../shared/result.ts';
import { closeBooks } from '../use-cases/ledger/close-books.ts';
import { findClosing } from '../use-cases/ledger/list-closings.ts';
import { recordVoucher } from '../use-cases/ledger/record-voucher.ts';
import { reverseVoucher } from '../use-cases/ledger/reverse-voucher.ts';
import { VOUCHER_KINDS } from '../domain/ledger/voucher.ts';
import { action, WHY } from './action.ts';

export const BOOKS_ACTIONS = {
  'books close': action({
    about: 'month',
    isDangerous: true,
    fields: { why: WHY },
    run: async ({ progress, ...ports }, { subject: month, fields: { why }, by }) =>
      parseMonth(month) === undefined
        ? Err({ code: 'month_unknown' } as const)
        : closeBooks(ports)({ month, by, why }, progress?.entries ?? (() => undefined), progress?.rows),
  }),
  'books record': action({
    about: 'voucher',
    isDangerous: true,
    recordsWhatIsDone: true,
    fields: {
      kind: { kind: 'choice', choices: VOUCHER_KINDS, isArgument: true },
      amount: { kind: 'text' },
      company: { kind: 'company', optional: true },
      insurer: { kind: 'insurer', optional: true },
      provider: { kind: 'provider', optional: true },
      date: { kind: 'day' },
      reference: { kind: 'text' },
      why: WHY,
    },
    preview: (ports, { fields, by }) => recordVoucher(ports)({ ...fields, by, preview: true }),
    run: (ports, { fields, by }) => recordVoucher(ports)({ ...fields, by }),
  }),
  'books reverse': action({
    about: 'voucher',
    isDangerous: true,
    fields: { why: WHY },
    preview: (ports, { subject: voucherId, fields: { why }, by }) =>
      reverseVoucher(ports)({ voucherId, why, by, preview: true }),
    run: (ports, { subject: voucherId, fields: { why }, by }) => reverseVoucher(ports)({ voucherId, why, by }),
  }),
  'bordereau make': action({
    about: 'bordereaux',
    fields: {
      from: { kind: 'day', optional: true, onlyOnCommandLine: true },
      until: { kind: 'day', optional: true, onlyOnCommandLine: true },
    },
    run: async ({ books, bordereaux, progress }, { subject: month, fields: { from, until } }) => {
      const days = from && until ? { from: from as LocalDate, until: until as LocalDate } : undefined;
      const period = days ?? (await findClosing({ books })(month));
      return period ? bordereaux.write(period, progress?.rows) : Err({ code: 'month_open' } as const);
    },
  }),
} as const;

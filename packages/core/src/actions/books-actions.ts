import { parseMonth } from '../domain/ledger/closing.ts';
import type { LocalDate } from '../shared/calendar.ts';
import { Err } from '../shared/result.ts';
import { closeBooks } from '../use-cases/ledger/close-books.ts';
import { findClosing } from '../use-cases/ledger/list-closings.ts';
import { action, WHY } from './action.ts';

/** The actions for the books. */
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

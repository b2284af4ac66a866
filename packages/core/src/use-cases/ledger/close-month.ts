import {
  canClose,
  endOf,
  parseMonth,
  type CannotClose,
  type Closing,
  type Month,
} from '../../domain/ledger/closing.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { ClosingProgress } from '../../ports/ledger.ts';
import { authorFieldsOf, type By } from '../../shared/author.ts';
import { dateOf } from '../../shared/calendar.ts';
import * as FAULTS from '../../shared/faults.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, optional, shortText, type InvalidRequest, type Rule } from '../../shared/rules.ts';

/** The month to close, the operator, and an optional reason. */
export interface CloseMonthCommand {
  readonly month: Month;
  readonly by: By;
  readonly why?: string | undefined;
}

/**
 * Closes a month of the books. The closing contains all entries booked up to the month's end that are in no earlier
 * closing. All or nothing. New entries can be posted meanwhile. An entry of the month that is committed after the
 * closing belongs to the next closing.
 */
export const closeMonth =
  ({ books, clock, zone }: Pick<Dependencies, 'books' | 'clock' | 'zone'>) =>
  async (
    command: CloseMonthCommand,
    progress: ClosingProgress,
  ): Promise<Result<Closing, InvalidRequest | CannotClose>> => {
    const said = fields(command, RULES);
    if (said.isErr()) return said;
    const { month, by, why } = said.value;
    const now = clock.now();
    const last = (await books.closings()).at(-1);
    const first = last ? undefined : await books.firstDay();
    const checked = canClose(month, dateOf(now, zone), last, first);
    if (checked.isErr()) return checked;
    const closing = {
      number: (last?.number ?? 0) + 1,
      month,
      at: now,
      ...authorFieldsOf(by),
      by: by.name,
      why: why ?? null,
    };
    // Another operator may have closed the month first.
    return (await books.close(closing, endOf(month), progress)) ? Ok(closing) : Err({ code: 'month_closed' });
  };

const aMonth: Rule<Month> = (input) => {
  const month = typeof input === 'string' ? parseMonth(input) : undefined;
  return month === undefined ? Err(FAULTS.month) : Ok(month);
};

const RULES = { month: aMonth, by: author, why: optional(shortText) } as const;

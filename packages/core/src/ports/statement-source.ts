import type { AmountBasis, StatementLine } from '../domain/statement/statement-line.ts';
import type { LocalDate } from '../shared/calendar.ts';
import type { Outcome } from '../shared/outcome.ts';

/** A provider's own statement of an account. */
export interface StatementSource {
  readonly provider: string;
  /** The basis of the amounts of the lines that `read` returns. */
  readonly amounts: AmountBasis;
  /**
   * The transactions of one day of the business calendar, oldest first, in parts, so that each can be stored as soon as
   * it arrives. Ends after the day's last line, at once for a day without any, or with an outcome that is not `done`:
   * the rest is then unknown, and reading again returns the whole day.
   */
  read(day: LocalDate): AsyncIterable<Outcome<readonly StatementLine[]>>;
}

import type { StatementLine } from '../domain/statement/statement-line.ts';
import type { LocalDate } from '../shared/calendar.ts';
import type { Outcome } from '../shared/outcome.ts';

/** An account at a provider, as the provider itself keeps it. */
export interface Statement {
  readonly provider: string;
  /**
   * The transactions of one day of the business's calendar, oldest first, some at a time, so that each part can be kept as soon as it is heard. Ends
   * with the day's last line, at once for a day without any, or with an outcome that is not `done`: then the rest is not known, and asking again gives
   * everything once more.
   */
  read(day: LocalDate): AsyncIterable<Outcome<readonly StatementLine[]>>;
}

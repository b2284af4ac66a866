import type { AmountBasis, StatementLine } from '../domain/statement/statement-line.ts';
import type { LocalDate } from '../shared/calendar.ts';
import type { Outcome } from '../shared/outcome.ts';

/** Reads a provider's statement of our account. */
export interface StatementSource {
  readonly provider: string;
  /** The basis of the amounts that `read` returns. */
  readonly amounts: AmountBasis;
  /**
   * The transactions of one business day, oldest first, in parts that can be stored as they arrive. Ends after the
   * day's last line, or at once if there are none. An outcome other than `done` also ends the sequence. The rest of the
   * day is then unknown, and the whole day must be read again.
   */
  read(day: LocalDate): AsyncIterable<Outcome<readonly StatementLine[]>>;
}

import type { AmountBasis, StatementLine } from '../domain/statement/statement-line.ts';
import type { LocalDate } from '../shared/calendar.ts';
import type { Outcome } from '../shared/outcome.ts';

/** Reads a provider's statement of our account. */
export interface StatementSource {
  readonly provider: string;
  /** The basis of the amounts that `read` returns. */
  readonly amounts: AmountBasis;
  /**
   * The transactions of one business day, oldest first, in batches. The sequence is empty if the day has no
   * transactions. An outcome other than `done` ends the sequence before the end of the day. The whole day must then be
   * read again.
   */
  read(day: LocalDate): AsyncIterable<Outcome<readonly StatementLine[]>>;
}

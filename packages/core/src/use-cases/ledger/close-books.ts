import type { CannotClose, Closing } from '../../domain/ledger/closing.ts';
import type { Bordereaux, BordereauxDiffer, BordereauxUnwritable, WrittenBordereaux } from '../../ports/bordereaux.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { ClosingProgress } from '../../ports/ledger.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import type { InvalidRequest } from '../../shared/rules.ts';
import { closeMonth, type CloseMonthCommand } from './close-month.ts';

type CloseBooksDependencies = Pick<Dependencies, 'books' | 'clock' | 'errorReporter' | 'zone'> & {
  readonly bordereaux: Bordereaux;
};

/** Why a closed month has no bordereaux. For `bordereaux_failed`, the error was also sent to the error reporter. */
export type BordereauxUnwritten =
  | BordereauxUnwritable
  | BordereauxDiffer
  | { readonly code: 'bordereaux_failed'; readonly cause: unknown };

/** The closing, with its bordereaux or the reason why the bordereaux were not written. */
export interface ClosedBooks {
  readonly closing: Closing;
  readonly bordereaux: Result<readonly WrittenBordereaux[], BordereauxUnwritten>;
}

/**
 * Closes a month and writes its bordereaux. Since a closing is final, first checks whether the bordereaux can be
 * written. If writing fails later, the month stays closed, and the bordereaux can be written at any time. `onProgress`
 * receives the number of rows written so far.
 */
export const closeBooks =
  ({ bordereaux, ...dependencies }: CloseBooksDependencies) =>
  async (
    command: CloseMonthCommand,
    progress: ClosingProgress,
    onProgress?: (rows: number) => void,
  ): Promise<Result<ClosedBooks, BordereauxUnwritable | InvalidRequest | CannotClose>> => {
    const writable = await bordereaux.canWrite();
    if (writable.isErr()) return writable;
    const closed = await closeMonth(dependencies)(command, progress);
    if (closed.isErr()) return closed;
    const closing = closed.value;
    try {
      return Ok({ closing, bordereaux: await bordereaux.write(closing, onProgress) });
    } catch (cause) {
      dependencies.errorReporter.report({ what: 'bordereaux of a closed month were not written', cause });
      return Ok({ closing, bordereaux: Err({ code: 'bordereaux_failed', cause }) });
    }
  };

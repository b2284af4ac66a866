import { withoutPersons } from '../../shared/outcome.ts';

/** Counts of a job's work in this process since the process started. */
export interface WorkDone {
  readonly claimed: number;
  readonly done: number;
  /** Pieces whose handler threw, or that were claimed too often within a minute. */
  readonly failed: number;
  /** The latest error, in one line without mail addresses and phone numbers. */
  readonly lastError: string | null;
}

export const tally = () => {
  let [claimed, done, failed] = [0, 0, 0];
  let lastError: string | null = null;
  return {
    claim: (): void => void (claimed += 1),
    done: (): void => void (done += 1),
    fail: (why: string): void => {
      failed += 1;
      lastError = why;
    },
    soFar: (): WorkDone => ({ claimed, done, failed, lastError }),
  };
};

const LONGEST = 200;

/**
 * The beginning of the first line of an error, without mail addresses and phone numbers, to be stored and shown. The
 * other lines are dropped, because libraries put the affected data there.
 */
export const inOneLine = (cause: unknown): string => {
  const said = cause instanceof Error ? cause.message || cause.name : String(cause);
  return String(withoutPersons(said.replace(/\n[^]*/, '').slice(0, LONGEST)));
};

import { withoutPersons } from '../../shared/outcome.ts';

/** Counts of a job's pieces of work in this process, since it started. */
export interface WorkDone {
  readonly claimed: number;
  readonly done: number;
  /** Pieces that threw, or stayed due whatever was done about them. */
  readonly failed: number;
  /** Why the latest of them failed, in one line without personal data. */
  readonly lastError: string | null;
}

/** Counts pieces of work. */
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
 * Why something failed, to be kept and shown: the first line of an error, without personal data. Libraries put the data
 * concerned into the lines below.
 */
export const inOneLine = (cause: unknown): string => {
  const said = cause instanceof Error ? cause.message || cause.name : String(cause);
  return String(withoutPersons(said.replace(/\n[^]*/, '').slice(0, LONGEST)));
};

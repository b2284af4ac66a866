/** What must be true of a history and was not. */
class BrokenLaw extends Error {}

/** Checks one law; `why` says in words how it was broken. */
export const hold = (isTrue: boolean, why: () => string): void => {
  if (!isTrue) throw new BrokenLaw(why());
};

/** A random history: a list of steps, each of which can be left out. */
export interface AnyHistory {
  readonly steps: readonly unknown[];
}

/** A kind of random history: how to make one from a seed, run it, simplify it and describe it. */
export interface HistorySet<History extends AnyHistory> {
  /** What the histories are about, for titles and messages. */
  readonly name: string;
  /** The history of a seed: always the same. */
  historyOf(seed: number): History;
  /**
   * Runs a history and returns what came about in it. Throws if a law is broken. Adds the time at which each step
   * begins to `times`.
   */
  run(history: History, times: string[]): Promise<readonly string[]>;
  /** For each part of a history, how to make that part simpler, the simplest first. */
  simplerParts(history: History): readonly ((now: History) => readonly History[])[];
  /** A line for each step, and what else must be known to understand them. */
  describe(history: History, times: readonly string[]): readonly string[];
  /** In how many of a thousand histories each end must come about: a third of those in which it does. */
  readonly ends: Readonly<Record<string, number>>;
  /** The command that runs one history, to which its seed is added. */
  readonly command: string;
}

/** What came about in one history, each end once. */
export interface Run {
  readonly ends: readonly string[];
  /** The law that was broken, or the error that ended the history. */
  readonly law?: string;
  /** When each step began. */
  readonly times: readonly string[];
}

export const runHistory = async <History extends AnyHistory>(
  set: Pick<HistorySet<History>, 'run'>,
  history: History,
): Promise<Run> => {
  const times: string[] = [];
  // An error takes a hundred times as long if it records where it was made; results carry thousands.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return { ends: [...new Set(await set.run(history, times))], times };
  } catch (error) {
    const law = error instanceof BrokenLaw ? error.message : `it ends with an error: ${String(error)}`;
    return { ends: [], law, times };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

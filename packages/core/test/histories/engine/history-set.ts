class BrokenLaw extends Error {}

export const hold = (isTrue: boolean, why: () => string): void => {
  if (!isTrue) throw new BrokenLaw(why());
};

export interface AnyHistory {
  readonly steps: readonly unknown[];
}

/**
 * Random histories of one kind. A history is a list of steps that happen to the service and to simulated outside
 * systems. A law is a requirement that is checked throughout a history. An end is a situation that a history has
 * reached, such as a lost commit; the ends show what the histories cover.
 */
export interface HistorySet<History extends AnyHistory> {
  readonly name: string;
  historyOf(seed: number): History;
  /** Runs a history and returns its ends; throws if a law is broken. `times` receives the time of each step. */
  run(history: History, times: string[]): Promise<readonly string[]>;
  /** For each part of a history, its simpler variants, the simplest first. */
  simplerParts(history: History): readonly ((now: History) => readonly History[])[];
  describe(history: History, times: readonly string[]): readonly string[];
  /** How many of a thousand histories must reach each end. Each number is a third of how many usually do. */
  readonly ends: Readonly<Record<string, number>>;
  /** The command that runs one history, to which its seed is added. */
  readonly command: string;
}

export interface Run {
  readonly ends: readonly string[];
  readonly law?: string;
  readonly times: readonly string[];
}

export const runHistory = async <History extends AnyHistory>(
  set: Pick<HistorySet<History>, 'run'>,
  history: History,
): Promise<Run> => {
  const times: string[] = [];
  // Recording a stack makes an error a hundred times as slow, and results carry thousands of errors.
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

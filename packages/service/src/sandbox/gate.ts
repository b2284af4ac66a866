/** Lets many pass together, or one alone. */
export interface Gate {
  /** Runs beside others; waits while somebody is alone, or waits to be. */
  pass<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Runs when those inside have left, and keeps everybody out meanwhile. One at a time. */
  alone<Value>(run: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** Where nobody is ever alone. */
export const openGate: Gate = { pass: (run) => run(), alone: (run) => run(), close: async () => undefined };

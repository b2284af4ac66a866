/** Reports to operators an error for which no caller waits. Never throws. */
export interface ErrorReporter {
  report(reportedError: {
    readonly what: string;
    readonly about?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }): void;
}

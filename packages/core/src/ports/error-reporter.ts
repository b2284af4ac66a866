/** Reports to operators an error that no caller receives. Never throws. */
export interface ErrorReporter {
  report(reportedError: {
    readonly what: string;
    readonly about?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }): void;
}

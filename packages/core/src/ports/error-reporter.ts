/** Something went wrong where no caller waits for an answer: it is reported to operators. Never throws. */
export interface ErrorReporter {
  report(reportedError: {
    readonly what: string;
    readonly about?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }): void;
}

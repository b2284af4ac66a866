/** Reports an error to operators if no caller is waiting for the result. Never throws. */
export interface ErrorReporter {
  report(reportedError: {
    readonly what: string;
    readonly about?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }): void;
}

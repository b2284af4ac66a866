import type { ErrorReporter } from '@vehicle-insurance/core';

type ReportedError = Parameters<ErrorReporter['report']>[0];

/** Reported errors, kept for a test to check. */
export interface CollectedErrors extends ErrorReporter {
  readonly all: readonly ReportedError[];
}

/** Keeps what is reported and does not pass it on. */
export const collectedErrors = (): CollectedErrors => {
  const all: ReportedError[] = [];
  return { all, report: (reportedError) => void all.push(reportedError) };
};

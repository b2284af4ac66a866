import type { ErrorReporter } from '@vehicle-insurance/core';

type ReportedError = Parameters<ErrorReporter['report']>[0];

/** Collects reported errors for a test to check. */
export interface CollectedErrors extends ErrorReporter {
  readonly all: readonly ReportedError[];
}

/** Collects errors without passing them on. */
export const collectedErrors = (): CollectedErrors => {
  const all: ReportedError[] = [];
  return { all, report: (reportedError) => void all.push(reportedError) };
};

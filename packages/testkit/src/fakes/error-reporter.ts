import type { ErrorReporter } from '@vehicle-insurance/core';

type ReportedError = Parameters<ErrorReporter['report']>[0];

/** Incidents, kept for a test to look at. */
export interface CollectedErrors extends ErrorReporter {
  readonly all: readonly ReportedError[];
}

/** Keeps what is reported, and passes it on nowhere. */
export const collectedErrors = (): CollectedErrors => {
  const all: ReportedError[] = [];
  return { all, report: (reportedError) => void all.push(reportedError) };
};

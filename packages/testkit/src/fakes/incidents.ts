import type { Incidents } from '@vehicle-insurance/core';

type Incident = Parameters<Incidents['report']>[0];

/** Incidents, kept for a test to look at. */
export interface CollectedIncidents extends Incidents {
  readonly all: readonly Incident[];
}

/** Incidents that are kept, and reported to nobody. */
export const collectedIncidents = (): CollectedIncidents => {
  const all: Incident[] = [];
  return { all, report: (incident) => void all.push(incident) };
};

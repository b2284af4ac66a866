import type { Figures } from './storm.ts';

/** Prints the table at the end of a run. */
export const printFigures = (figures: Figures): void =>
  console.table(
    Object.fromEntries(Object.entries<number>({ ...figures }).map(([name, value]) => [name, Math.round(value)])),
  );

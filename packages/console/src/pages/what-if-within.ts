import { simulateCatalogue, type PricedAgain } from '@vehicle-insurance/core';
import type { PageDependencies } from '../web/page-dependencies.ts';

type Simulate = ReturnType<typeof simulateCatalogue>;

/** The limits of a simulation that runs while a page loads. */
export interface Bounds {
  readonly quotes: number;
  /** A time as `performance.now()` returns it. */
  readonly until: number;
}

/** The limits for one page request: a few seconds of one processor. */
export const pageBounds = (): Bounds => ({ quotes: 50_000, until: performance.now() + 8_000 });

class TooMuch extends Error {}

/** Simulates a catalogue; undefined if the simulation exceeds a limit. */
export const simulateWithin = async (
  ports: Pick<PageDependencies['ports'], 'catalogue' | 'quoteQueries' | 'unitOfWork'>,
  command: Omit<Parameters<Simulate>[0], 'each'>,
  { quotes, until }: Bounds,
  list: (some: readonly PricedAgain[]) => void,
): Promise<Awaited<ReturnType<Simulate>> | undefined> => {
  let count = 0;
  const each = async (some: readonly PricedAgain[]): Promise<void> => {
    count += some.length;
    if (count > quotes || performance.now() > until) throw new TooMuch();
    list(some);
  };
  try {
    return await simulateCatalogue(ports)({ ...command, each });
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
};

import { simulateCatalogue, type PricedAgain } from '@vehicle-insurance/core';
import type { PageDependencies } from '../web/page-dependencies.ts';

type Simulate = ReturnType<typeof simulateCatalogue>;

/** The limits of the work for a page. */
export interface Bounds {
  readonly quotes: number;
  /** A time as `performance.now()` returns it. */
  readonly until: number;
}

/** The limits of a page that must respond at once. They allow a few seconds of one processor. */
export const pageBounds = (): Bounds => ({ quotes: 50_000, until: performance.now() + 8_000 });

class TooMuch extends Error {}

/** Simulates a catalogue. If it exceeds a limit, stops and returns undefined. */
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

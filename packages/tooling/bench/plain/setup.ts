import { createQuote } from './create-quote.ts';
import { findCallers } from './callers.ts';
import { countRequests, type Limits } from './limits.ts';
import { readings } from './readings.ts';
import { registerVehicle } from './register-vehicle.ts';
import { openStore } from './store.ts';
import type { LinkSigning } from './views.ts';

/** The setup of a server with only Fastify or no framework. */
export interface PlainSetup {
  readonly databaseUrl: string;
  readonly limits: Limits;
  readonly signing: LinkSigning;
}

export const workOf = ({ databaseUrl, limits, signing }: PlainSetup) => {
  const store = openStore(databaseUrl);
  return {
    findCaller: findCallers(store),
    count: countRequests(limits),
    read: readings(store, signing),
    registerVehicle: registerVehicle(store),
    createQuote: createQuote(store),
  };
};

export type Work = ReturnType<typeof workOf>;

export const givenSetup = (): PlainSetup => JSON.parse(process.argv[2] ?? '') as PlainSetup;

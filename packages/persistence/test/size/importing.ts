import { ABIDJAN, type Instant, type Store } from '@vehicle-insurance/core';
import { at, clockAt, collectedErrors, freshIds, silentTrigger } from '@vehicle-insurance/testkit';

export const AFTERWARDS: Instant = at('2026-01-17T09:00:00.000Z');

/** What an import needs of the outside: no provider is there to be asked. */
export const importing = <Ports extends Store>(store: Ports) => ({
  ...store,
  clock: clockAt(AFTERWARDS),
  ids: freshIds(),
  zone: ABIDJAN,
  trigger: silentTrigger,
  errorReporter: collectedErrors(),
  providers: {
    get opening(): never {
      throw new Error('nothing is opened');
    },
    named: (): never => {
      throw new Error('no provider is configured');
    },
    has: () => false,
  },
});

import { ABIDJAN, type Instant, type Store } from '@vehicle-insurance/core';
import { at, clockAt, collectedErrors, freshIds, silentTrigger } from '@vehicle-insurance/testkit';

export const AFTERWARDS: Instant = at('2026-01-17T09:00:00.000Z');

/** Fake outside ports for an import, without a provider. */
export const importing = <Ports extends Store>(store: Ports) => ({
  ...store,
  clock: clockAt(AFTERWARDS),
  ids: freshIds(),
  zone: ABIDJAN,
  trigger: silentTrigger,
  errorReporter: collectedErrors(),
  providers: {
    get opening(): never {
      throw new Error('an import opens no payment');
    },
    named: (): never => {
      throw new Error('no provider is configured');
    },
    has: () => false,
  },
});

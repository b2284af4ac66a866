import type { MobileMoney, Providers } from '../../ports/mobile-money.ts';
import type { Timer } from '../../ports/timer.ts';
import type { Outcome } from '../../shared/outcome.ts';
import { LANE_WIDTH } from './lane.ts';

/** The providers as sweeps call them, and how many pieces of work may be under way at each. */
export interface PacedProviders {
  readonly providers: Providers;
  /** Pieces of each of the provider's queues that may be under way at once, just now. */
  room(provider: string): number;
}

/** Consecutive hung calls after which a provider is asked one thing at a time. */
const SILENCES = 5;

/**
 * Milliseconds of real time after which a call without a definite answer counts as hung. One that failed faster blocks
 * nothing.
 */
const HUNG_AFTER = 1_000;

/**
 * If call after call to a provider hangs, the work of each of its queues is done one piece at a time, until it gives a
 * definite answer: its payments stay due and are asked about in turn, by fewer calls. No call is skipped or answered on
 * its behalf. The opening of payments has its own circuit breaker and is not counted.
 */
export const pacedProviders = (providers: Providers, timer: Timer): PacedProviders => {
  const silences = new Map<string, number>();

  const listening = async <Said extends Outcome<unknown, unknown>>(
    provider: string,
    ask: () => Promise<Said>,
  ): Promise<Said> => {
    const begun = timer.elapsed();
    const said = await ask();
    if (said.outcome !== 'unknown') silences.delete(provider);
    else if (timer.elapsed() - begun >= HUNG_AFTER) silences.set(provider, (silences.get(provider) ?? 0) + 1);
    return said;
  };
  const paced = (given: MobileMoney): MobileMoney => {
    const { provider, capabilities } = given;
    return {
      provider,
      capabilities,
      accepting: () => given.accepting(),
      open: (request) => given.open(request),
      verify: (notification, now) => given.verify(notification, now),
      read: (sessionId) => listening(provider, () => given.read(sessionId)),
      search: (reference) => listening(provider, () => given.search(reference)),
      expire: (sessionId) => listening(provider, () => given.expire(sessionId)),
      refund: (sessionId) => listening(provider, () => given.refund(sessionId)),
    };
  };
  return {
    providers: {
      opening: providers.opening,
      named: (name) => paced(providers.named(name)),
      has: (name) => providers.has(name),
    },
    room: (provider) => ((silences.get(provider) ?? 0) < SILENCES ? LANE_WIDTH : 1),
  };
};

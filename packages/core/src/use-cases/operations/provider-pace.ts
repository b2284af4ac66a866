import type { CertificateAuthority } from '../../ports/certificate-authority.ts';
import type { MobileMoney, Providers } from '../../ports/mobile-money.ts';
import type { Timer } from '../../ports/timer.ts';
import type { WorkKind } from '../../ports/due-work.ts';
import { LANE_WIDTH } from './lane.ts';
import { pace, type Pace } from './pace.ts';

/** The providers for sweeps, each called at the pace that its answers allow. */
export interface PacedProviders {
  readonly providers: Providers;
  /**
   * How many pieces of a provider's queue may currently be in progress at once. 0 during a pause, except for payments
   * whose provider is given up: those need no call.
   */
  room(queue: { readonly kind: WorkKind; readonly provider: string }): number;
  /** Milliseconds for which this process has called the provider without a break; 0 without recent calls. */
  askedFor(provider: string): number;
}

/**
 * Keeps the pace of each provider. So a provider that hangs or is overloaded is called less often, and does not slow
 * the other providers. The payments of such a provider stay due and are queried one after the other. Openings of
 * payments have a separate circuit breaker and do not affect the pace.
 */
export const pacedProviders = (providers: Providers, timer: Timer): PacedProviders => {
  const paces = new Map<string, Pace>();
  const paceOf = (provider: string): Pace => {
    const known = paces.get(provider) ?? pace(timer);
    paces.set(provider, known);
    return known;
  };
  const withPace = (original: MobileMoney): MobileMoney => {
    const { provider, capabilities } = original;
    const { listen, givenUp } = paceOf(provider);
    return {
      provider,
      capabilities,
      accepting: () => original.accepting(),
      open: (request) => original.open(request),
      verify: (notification, now) => original.verify(notification, now),
      read: async (sessionId) => givenUp() ?? listen(() => original.read(sessionId)),
      search: async (reference) => givenUp() ?? listen(() => original.search(reference)),
      expire: async (sessionId) => givenUp() ?? listen(() => original.expire(sessionId)),
      refund: (sessionId) => listen(() => original.refund(sessionId)),
    };
  };
  return {
    providers: {
      opening: providers.opening,
      named: (name) => withPace(providers.named(name)),
      has: (name) => providers.has(name),
    },
    room: ({ kind, provider }) => {
      const { room, givenUp } = paceOf(provider);
      return kind === 'payments' && givenUp() ? LANE_WIDTH : room();
    },
    askedFor: (provider) => paceOf(provider).askedFor(),
  };
};

/** The certificate authority for sweeps. `room` is how many pieces may currently be in progress at once. */
export const pacedAuthority = (
  original: CertificateAuthority,
  timer: Timer,
): { readonly certificateAuthority: CertificateAuthority; readonly room: () => number } => {
  const { listen, room } = pace(timer);
  return {
    certificateAuthority: {
      capabilities: original.capabilities,
      request: (application) => listen(() => original.request(application)),
      ask: (acceptance) => listen(() => original.ask(acceptance)),
      find: (policyNumber) => listen(() => original.find(policyNumber)),
      annul: (certificate) => listen(() => original.annul(certificate)),
      serves: (link) => original.serves(link),
      image: (certificate) => original.image(certificate),
      code: (certificate) => original.code(certificate),
    },
    room,
  };
};

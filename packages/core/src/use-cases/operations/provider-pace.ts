import type { CertificateAuthority } from '../../ports/certificate-authority.ts';
import type { MobileMoney, Providers } from '../../ports/mobile-money.ts';
import type { Timer } from '../../ports/timer.ts';
import type { WorkKind } from '../../ports/due-work.ts';
import { LANE_WIDTH } from './lane.ts';
import { pace, type Pace } from './pace.ts';

/** The providers as sweeps call them, each at the pace that its answers allow. */
export interface PacedProviders {
  readonly providers: Providers;
  /** Pieces of a queue of the provider's that may be under way at once, just now; 0 during a pause. */
  room(queue: { readonly kind: WorkKind; readonly provider: string }): number;
  /** Milliseconds for which this process has called the provider without a break; 0 if it has not called it lately. */
  askedFor(provider: string): number;
}

/**
 * Keeps the pace of each provider, so that one which hangs or is overloaded is called less and the others as before.
 * Its payments stay due and are asked about in turn. The opening of payments has its own circuit breaker and is not
 * counted.
 */
export const pacedProviders = (providers: Providers, timer: Timer): PacedProviders => {
  const paces = new Map<string, Pace>();
  const paceOf = (provider: string): Pace => {
    const known = paces.get(provider) ?? pace(timer);
    paces.set(provider, known);
    return known;
  };
  const paced = (given: MobileMoney): MobileMoney => {
    const { provider, capabilities } = given;
    const { listen, givenUp } = paceOf(provider);
    return {
      provider,
      capabilities,
      accepting: () => given.accepting(),
      open: (request) => given.open(request),
      verify: (notification, now) => given.verify(notification, now),
      read: async (sessionId) => givenUp() ?? listen(() => given.read(sessionId)),
      search: async (reference) => givenUp() ?? listen(() => given.search(reference)),
      expire: async (sessionId) => givenUp() ?? listen(() => given.expire(sessionId)),
      refund: (sessionId) => listen(() => given.refund(sessionId)),
    };
  };
  return {
    providers: {
      opening: providers.opening,
      named: (name) => paced(providers.named(name)),
      has: (name) => providers.has(name),
    },
    room: ({ kind, provider }) => {
      const { room, givenUp } = paceOf(provider);
      return kind === 'payments' && givenUp() ? LANE_WIDTH : room();
    },
    askedFor: (provider) => paceOf(provider).askedFor(),
  };
};

/** The certificate authority as sweeps call it, and its room: pieces that may be under way at once, just now. */
export const pacedAuthority = (
  given: CertificateAuthority,
  timer: Timer,
): { readonly certificateAuthority: CertificateAuthority; readonly room: () => number } => {
  const { listen, room } = pace(timer);
  return {
    certificateAuthority: {
      request: (application) => listen(() => given.request(application)),
      ask: (acceptance) => listen(() => given.ask(acceptance)),
      find: (policyNumber) => listen(() => given.find(policyNumber)),
      serves: (link) => given.serves(link),
      image: (certificate) => given.image(certificate),
      code: (certificate) => given.code(certificate),
    },
    room,
  };
};

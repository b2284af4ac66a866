import { FAILURE_REASONS } from '@vehicle-insurance/core';
import type { Watch } from '../watch.ts';
import { watchChanges, type Change } from '../watch-changes.ts';
import { watchOutside, type AroundCall } from '../watch-outside.ts';
import { instruments, type Instruments } from './instruments.ts';
import { shared } from './shared.ts';
import { readStanding } from './read-standing.ts';

/** A watch that counts and measures, and what it tells Prometheus. */
export interface MetricsWatch extends Watch {
  readonly contentType: string;
  /** The page a scraper reads. */
  page(): Promise<string>;
}

export const metricsWatch = (): MetricsWatch => {
  const to = instruments();
  let refresh = async (): Promise<void> => undefined;
  return {
    contentType: to.registry.contentType,
    page: async () => {
      await refresh();
      return to.registry.metrics();
    },
    request: ({ method, route = NO_ROUTE, status, milliseconds }) => {
      to.requests.inc({ method: knownMethod(method), route, status });
      to.requestSeconds.observe({ method: knownMethod(method), route }, milliseconds / 1_000);
    },
    aroundWork: async ({ kind }, work) => {
      const end = to.workSeconds.startTimer({ kind });
      try {
        await work();
        end({ outcome: 'done' });
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    },
    incident: () => to.incidents.inc(),
    adapters: (given) => {
      const { store, ...others } = watchOutside(given, timed(to));
      return { ...others, store: { ...store, unitOfWork: watchChanges(store.unitOfWork, count(to)) } };
    },
    follow: (standing) => {
      const { mobileMoney, otherMobileMoney } = standing.adapters;
      beginAtZero(
        to,
        [mobileMoney, ...otherMobileMoney].map(({ provider }) => provider),
      );
      refresh = shared(() => readStanding(to, standing));
    },
  };
};

/** Answered before anybody looked for a route: a bad key, too many requests, the database away, no such address. */
const NO_ROUTE = 'none';

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const knownMethod = (method: string): string => (METHODS.includes(method) ? method : 'other');

const timed =
  ({ outsideSeconds }: Instruments): AroundCall =>
  async (call, ask, howItEnded) => {
    const end = outsideSeconds.startTimer({ ...call });
    try {
      const said = await ask();
      end({ outcome: howItEnded(said) });
      return said;
    } catch (error) {
      end({ outcome: 'threw' });
      throw error;
    }
  };

const count =
  ({ payments, refunds, certificates }: Instruments) =>
  ({ what, ...labels }: Change): void =>
    ({ payment: payments, refund: refunds, certificate: certificates })[what].inc(labels);

/** A series that begins with its first event hides that event from whoever asks for an increase. */
const beginAtZero = (
  { payments, refunds, certificates, incidents }: Instruments,
  providers: readonly string[],
): void => {
  for (const provider of providers) {
    for (const outcome of ['opening', 'pending', 'succeeded']) payments.inc({ provider, outcome, reason: '' }, 0);
    for (const reason of FAILURE_REASONS) payments.inc({ provider, outcome: 'failed', reason }, 0);
    for (const outcome of ['done', 'manual']) refunds.inc({ provider, outcome }, 0);
  }
  for (const outcome of ['pending', 'refused', 'issued', 'failed']) certificates.inc({ outcome }, 0);
  incidents.inc(0);
};

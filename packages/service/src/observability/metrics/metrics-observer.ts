import { countsOf, FAILURE_REASONS, type Committed } from '@vehicle-insurance/core';
import type { Observer } from '../observer.ts';
import { observeOutside, type AroundCall } from '../observe-outside.ts';
import { instruments, type Instruments } from './instruments.ts';
import { shareReading } from './share-reading.ts';
import { readGauges } from './read-gauges.ts';

/** An observer that counts and measures for Prometheus. */
export interface MetricsObserver extends Observer {
  readonly contentType: string;
  /** All metrics as text, for Prometheus. */
  page(): Promise<string>;
}

export const metricsObserver = (): MetricsObserver => {
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
    reportedError: () => to.errors.inc(),
    decorators: observeOutside(timed(to)),
    committed: count(to),
    follow: (sources) => {
      beginAtZero(
        to,
        sources.mobileMoney.map(({ provider }) => provider),
      );
      refresh = shareReading(() => readGauges(to, sources));
    },
  };
};

/**
 * The route of requests that reached no route, for example because of a wrong key, too many requests, an unavailable
 * database or an unknown path.
 */
const NO_ROUTE = 'none';

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const knownMethod = (method: string): string => (METHODS.includes(method) ? method : 'other');

const timed =
  ({ outsideSeconds }: Instruments): AroundCall =>
  async (call, ask, outcomeOfResult) => {
    const end = outsideSeconds.startTimer({ ...call });
    try {
      const said = await ask();
      end({ outcome: outcomeOfResult(said) });
      return said;
    } catch (error) {
      end({ outcome: 'threw' });
      throw error;
    }
  };

const count =
  ({ payments, refunds, certificates }: Instruments): Committed =>
  (facts) => {
    const counters = { payment: payments, refund: refunds, certificate: certificates };
    for (const { what, ...labels } of facts.flatMap(countsOf)) counters[what].inc(labels);
  };

/**
 * Starts the series of these counters at zero. Prometheus's `increase()` misses the event with which a series starts.
 */
const beginAtZero = ({ payments, refunds, certificates, errors }: Instruments, providers: readonly string[]): void => {
  for (const provider of providers) {
    for (const outcome of ['opening', 'pending', 'succeeded']) payments.inc({ provider, outcome, reason: '' }, 0);
    for (const reason of FAILURE_REASONS) payments.inc({ provider, outcome: 'failed', reason }, 0);
    for (const outcome of ['done', 'manual']) refunds.inc({ provider, outcome }, 0);
  }
  for (const outcome of ['pending', 'refused', 'issued', 'failed']) certificates.inc({ outcome }, 0);
  errors.inc(0);
};

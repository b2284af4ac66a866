import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Report } from './dispatcher.ts';
import type { Store } from './store/open-store.ts';
import { GONE } from './store/tables.ts';

/** Metrics of the courier for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** All metrics in Prometheus's text format. Each call reads the metrics of the store. */
  readonly text: () => Promise<string>;
  readonly count: Report;
}

/** Milliseconds after which a silent database counts as unavailable: less than the scrape time-out of Prometheus. */
const ANSWER_WITHIN = 3_000;

/** The result of `work`. Rejects after `within` milliseconds. */
export const withTimeLimit = <Value>(work: Promise<Value>, within = ANSWER_WITHIN): Promise<Value> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The database does not answer in time.')), within);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
};

export type MetricsStore = Pick<Store, 'backlog' | 'endpoints' | 'feeds'>;

/** Metrics of this process and of the store. The store's metrics are read on request. */
export const courierMetrics = (store: MetricsStore): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const attempts = new Counter({
    name: 'courier_attempts_total',
    help: 'Delivery attempts by endpoint and result: a status, or the reason for its absence.',
    labelNames: ['endpoint', 'result'],
    registers,
  });
  const failures = new Counter({
    name: 'courier_failures_total',
    help: 'Failures of the courier itself, such as a database that does not answer.',
    registers,
  });
  const deliveries = new Gauge({
    name: 'courier_deliveries',
    help: 'Deliveries that wait or were given up, by endpoint.',
    labelNames: ['endpoint', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'courier_oldest_delivery_seconds',
    help: 'Seconds for which the oldest delivery to an active endpoint has waited; 0 if none waits.',
    labelNames: ['endpoint'],
    registers,
  });
  const gone = new Gauge({
    name: 'courier_endpoint_gone',
    help: '1 while an endpoint is off because it answered 410.',
    labelNames: ['endpoint'],
    registers,
  });
  const unreadable = new Gauge({
    name: 'courier_feed_unreadable',
    help: '1 while the courier cannot read more events of a company, by the reference of the company’s key.',
    labelNames: ['feed'],
    registers,
  });

  const answers = new Gauge({
    name: 'courier_store_answers',
    help: '0 while the database does not answer: the other metrics keep their last values.',
    registers,
  });

  const read = async (): Promise<void> => {
    const [backlog, endpoints, feeds] = await Promise.all([store.backlog(), store.endpoints(), store.feeds()]);
    for (const gauge of [deliveries, oldest, gone, unreadable]) gauge.reset();
    for (const { name, problem } of feeds) unreadable.set({ feed: name }, problem === null ? 0 : 1);
    for (const { id: endpoint, is_on, off_reason } of endpoints) {
      for (const state of ['waiting', 'given_up'] as const) deliveries.set({ endpoint, state }, 0);
      oldest.set({ endpoint }, 0);
      gone.set({ endpoint }, !is_on && off_reason === GONE ? 1 : 0);
    }
    const isOn = new Set(endpoints.flatMap(({ id, is_on }) => (is_on ? [id] : [])));
    for (const { endpoint, state, count, seconds } of backlog) {
      deliveries.set({ endpoint, state }, count);
      if (state === 'waiting' && isOn.has(endpoint)) oldest.set({ endpoint }, seconds);
    }
  };
  return {
    registry,
    text: async () => {
      const isRead = await withTimeLimit(read()).then(
        () => true,
        () => false,
      );
      answers.set(Number(isRead));
      return registry.metrics();
    },
    count: (what, { endpoint, result }) => {
      if (what === 'attempt') attempts.inc({ endpoint: String(endpoint), result: String(result) });
      if (what === 'failed') failures.inc();
    },
  };
};

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const PREFIX = 'vehicle_insurance_';

/** Bounds of measured durations, in seconds: from a response out of memory to the longest allowed call. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * All metrics, in their own registry. Each label has a few known values. No label contains an id, a company, an address
 * or text from a caller.
 */
export const instruments = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const of = <const Labels extends readonly string[]>(name: string, help: string, labelNames: Labels) => ({
    name: `${PREFIX}${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    registry,
    requests: new Counter(of('http_requests_total', 'Requests answered.', ['method', 'route', 'status'])),
    requestSeconds: new Histogram({
      ...of('http_request_duration_seconds', 'Time to answer a request.', ['method', 'route']),
      buckets: BUCKETS,
    }),
    payments: new Counter(
      of('payments_total', 'Payments that entered a state; reason is why a payment failed.', [
        'provider',
        'outcome',
        'reason',
      ]),
    ),
    refunds: new Counter(
      of('refunds_total', 'Refunds that were made, or handed over to an operator.', ['provider', 'outcome']),
    ),
    certificates: new Counter(
      of('certificates_total', 'Certificate requests that entered a state, and refusals of the authority.', [
        'outcome',
      ]),
    ),
    outsideSeconds: new Histogram({
      ...of('outside_call_duration_seconds', 'Time of a call to a provider, the authority or the document store.', [
        'system',
        'call',
        'outcome',
      ]),
      buckets: BUCKETS,
    }),
    workSeconds: new Histogram({
      ...of('work_duration_seconds', 'Time of one piece of due work.', ['kind', 'outcome']),
      buckets: BUCKETS,
    }),
    errors: new Counter(of('incidents_total', 'Lines logged at level error.', [])),
    accepting: new Gauge(of('provider_accepting', '0 while the breaker prevents new payments, else 1.', ['provider'])),
    connections: new Gauge(of('database_connections', 'Database connections of this process.', ['state'])),
    connectionsLimit: new Gauge(
      of('database_connections_limit', 'Maximum number of database connections of this process.', []),
    ),
    connectionsWaiting: new Gauge(of('database_connections_waiting', 'Statements waiting for a connection.', [])),
    nodesAway: new Gauge(
      of(
        'database_nodes_away',
        'Nodes of a distributed database that did not respond to the latest query of this process.',
        [],
      ),
    ),
    clockDifference: new Gauge(
      of(
        'clock_difference_seconds',
        'Seconds by which the clock of this machine is ahead of the database’s; negative if it is behind.',
        [],
      ),
    ),
    storeAnswers: new Gauge(
      of('store_answers', '0 while the database does not respond, else 1. At 0, the metrics below are missing.', []),
    ),
    dueWork: new Gauge(of('due_work', 'Pieces of work that are due, in the whole database.', ['kind'])),
    waitingWork: new Gauge(of('waiting_work', 'Pieces of work that will be due later.', ['kind'])),
    oldestDue: new Gauge(
      of('due_work_oldest_seconds', 'Seconds since the oldest due piece of work became due; 0 if none is due.', [
        'kind',
      ]),
    ),
    failingWork: new Gauge(
      of('failing_work', 'Pieces of work whose last attempt failed, whether or not the next is due.', ['kind']),
    ),
    oldestFailing: new Gauge(
      of(
        'failing_work_oldest_seconds',
        'Seconds since the oldest failing piece of work began to fail; 0 if none is failing.',
        ['kind'],
      ),
    ),
    oldestActionItem: new Gauge(
      of(
        'action_items_oldest_seconds',
        'Seconds for which the oldest action item of a kind has been on the operator’s list.',
        ['kind'],
      ),
    ),
    actionItems: new Gauge(of('action_items', 'Action items by kind, listed or not.', ['kind'])),
    // The label is not called `job`, because Prometheus itself adds a label of that name.
    lastRun: new Gauge(
      of(
        'job_last_run_age_seconds',
        'Seconds since a worker last completed this job, or since the last verified backup.',
        ['task'],
      ),
    ),
  } as const;
};

export type Instruments = ReturnType<typeof instruments>;

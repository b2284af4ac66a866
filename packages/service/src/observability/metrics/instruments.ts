import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const PREFIX = 'vehicle_insurance_';

/** Seconds: from an answer out of memory to the longest call allowed. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * All metrics, in a registry of their own. Every label has a few known values: never an id, a company, an address or a
 * caller's text.
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
      ...of('http_request_duration_seconds', 'Time to make an answer.', ['method', 'route']),
      buckets: BUCKETS,
    }),
    payments: new Counter(
      of('payments_total', 'Payments that entered a state; reason says why one has failed.', [
        'provider',
        'outcome',
        'reason',
      ]),
    ),
    refunds: new Counter(
      of('refunds_total', 'Refunds that were made, or handed over to a person.', ['provider', 'outcome']),
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
    errors: new Counter(of('incidents_total', 'Lines of the log at level error.', [])),
    accepting: new Gauge(
      of('provider_accepting', '0 while the breaker keeps payments from being opened, else 1.', ['provider']),
    ),
    connections: new Gauge(of('database_connections', 'Database connections of this process.', ['state'])),
    connectionsLimit: new Gauge(of('database_connections_limit', 'The most this process may hold.', [])),
    connectionsWaiting: new Gauge(of('database_connections_waiting', 'Statements waiting for a connection.', [])),
    nodesAway: new Gauge(
      of(
        'database_nodes_away',
        'Nodes of a distributed database that did not answer this process when last asked.',
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
      of(
        'store_answers',
        '0 while the database does not say how things stand, else 1. What follows is missing then.',
        [],
      ),
    ),
    dueWork: new Gauge(of('due_work', 'Pieces of work whose time has come, in the whole database.', ['kind'])),
    waitingWork: new Gauge(of('waiting_work', 'Pieces of work whose time is still to come.', ['kind'])),
    oldestDue: new Gauge(
      of('due_work_oldest_seconds', 'For how long the oldest due piece has been due; 0 if none is.', ['kind']),
    ),
    failingWork: new Gauge(
      of('failing_work', 'Pieces of work whose last attempt came to nothing, due or waiting for the next.', ['kind']),
    ),
    oldestFailing: new Gauge(
      of(
        'failing_work_oldest_seconds',
        'Since when attempts at the oldest of them have come to nothing; 0 if none is.',
        ['kind'],
      ),
    ),
    oldestActionItem: new Gauge(
      of('action_items_oldest_seconds', 'How long the oldest action item of a kind has been on the operator’s list.', [
        'kind',
      ]),
    ),
    actionItems: new Gauge(of('action_items', 'Action items by kind, listed or not.', ['kind'])),
    // Not `job`: Prometheus sets that label itself at every scrape.
    lastRun: new Gauge(of('job_last_run_age_seconds', 'Since when no worker has ended this job.', ['task'])),
  } as const;
};

export type Instruments = ReturnType<typeof instruments>;

import { later, type Fact } from '@vehicle-insurance/core';
import { SOME_MORNING, aPayment, aRefund, BY_A_TEST, clockAt, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Instruments } from '../../src/observability/metrics/instruments.ts';
import { metricsObserver } from '../../src/observability/metrics/metrics-observer.ts';
import { readGauges } from '../../src/observability/metrics/read-gauges.ts';
import { shareReading } from '../../src/observability/metrics/share-reading.ts';

/** Sources without any work, on a store whose pool has `connections`. */
const sourcesOf = (over: object, connections = { busy: 0, idle: 0, waiting: 0, limit: 0 }) =>
  ({
    store: { connections: () => connections, nodesAway: () => 4 },
    ...{ mobileMoney: [], clockWatch: { difference: () => -1.5 }, uncheckedClock: clockAt(SOME_MORNING) },
    ...{
      workQueries: { status: async () => [] },
      jobRuns: { last: async () => ({}) },
      listActionItems: async () => [],
    },
    ...over,
  }) as unknown as Parameters<typeof readGauges>[1];

describe('the metrics', () => {
  it('report the database as unavailable if it does not respond for 3 seconds', async () => {
    const values: number[] = [];
    const gauge = { set: (value: unknown) => typeof value === 'number' && values.push(value), reset: () => undefined };
    const instruments = new Proxy({}, { get: () => gauge }) as Instruments;
    const never = () => new Promise<never>(() => undefined);
    const sources = sourcesOf({ workQueries: { status: never }, jobRuns: { last: never }, listActionItems: never });
    expect(await timersDuring(() => readGauges(instruments, sources))).to.deep.equal([3_000]);
    expect(values.at(-1), 'whether the store answers').to.equal(0);
  });

  it('contain the age of the oldest action item, task and error per kind, and of each job’s last run', async () => {
    const set: Record<string, unknown> = {};
    const gauge = (name: string) => ({
      set: (...words: readonly unknown[]) => (set[`${name} ${Object.values(words[0] ?? {}).join()}`] = words[1]),
      reset: () => undefined,
    });
    const instruments = new Proxy({}, { get: (_, name) => gauge(String(name)) }) as Instruments;
    const ago = (seconds: number) => later(SOME_MORNING, { milliseconds: -1_000 * seconds });
    const item = (kind: string, seconds: number) => ({ kind, since: ago(seconds), total: 300 });
    const refunds = { kind: 'refunds', due: 2, waiting: 3, failing: 4, oldest: ago(50), oldestFailing: ago(70) };
    const sources = sourcesOf({
      workQueries: {
        status: async () => [refunds, { ...refunds, kind: 'payments', oldest: null, oldestFailing: null }],
      },
      jobRuns: { last: async () => ({ payments: ago(5), days: ago(90) }) },
      listActionItems: async () => [
        ...[item('refund_manual', 10), item('refund_manual', 40), item('refund_manual', 20)],
        ...[item('certificate_late', 99), item('refund_failing', -7)],
      ],
    });
    await readGauges(instruments, sources);
    expect(set).to.include({
      ...{ 'dueWork refunds': 2, 'waitingWork refunds': 3, 'failingWork refunds': 4 },
      ...{ 'oldestDue refunds': 50, 'oldestFailing refunds': 70, 'oldestDue payments': 0, 'oldestFailing payments': 0 },
      ...{
        'actionItems refund_manual': 300,
        'oldestActionItem refund_manual': 40,
        'oldestActionItem certificate_late': 99,
      },
      ...{ 'oldestActionItem refund_failing': 0, 'actionItems document_late': 0, 'oldestActionItem document_late': 0 },
      ...{ 'lastRun payments': 5, 'lastRun days': 90 },
    });
    expect(set).not.to.have.property('lastRun certificates');
  });

  it('have each value of this process in its own series, and each time in seconds', async () => {
    const observer = metricsObserver();
    const accepts = (provider: string, isAccepting: boolean) => ({ provider, accepting: () => isAccepting });
    const mobileMoney = [accepts('wave', true), accepts('cinetpay', false)];
    observer.follow?.(sourcesOf({ mobileMoney }, { busy: 7, idle: 2, waiting: 3, limit: 20 }));
    const line = { method: 'GET', route: '/a', status: 200 };
    for (const milliseconds of [1_500, 250])
      observer.request?.({ ...line, milliseconds } as Parameters<NonNullable<typeof observer.request>>[0]);
    for (let errors = 0; errors < 3; errors += 1) observer.reportedError?.();
    const entry = { at: SOME_MORNING, why: BY_A_TEST };
    const refund = aRefund({ provider: 'cinetpay' });
    const ofRefund = { what: 'refund', before: refund, after: { ...refund, status: 'manual' }, entry };
    const payment = aPayment({ status: 'failed', failureReason: 'declined', provider: 'wave' });
    observer.committed?.([ofRefund, { what: 'payment', before: null, after: payment, entry }] as unknown as Fact[]);
    const shown = (await observer.page()).split('\n');
    for (const series of [
      ...['database_connections{state="busy"} 7', 'database_connections{state="idle"} 2'],
      ...['database_connections_waiting 3', 'database_connections_limit 20', 'database_nodes_away 4'],
      ...['provider_accepting{provider="wave"} 1', 'provider_accepting{provider="cinetpay"} 0'],
      ...['clock_difference_seconds -1.5', 'incidents_total 3', 'store_answers 1'],
      'http_request_duration_seconds_sum{method="GET",route="/a"} 1.75',
      'http_requests_total{method="GET",route="/a",status="200"} 2',
      ...[
        'refunds_total{provider="cinetpay",outcome="manual"} 1',
        'refunds_total{provider="cinetpay",outcome="done"} 0',
      ],
      'payments_total{provider="wave",outcome="failed",reason="declined"} 1',
    ])
      expect(shown).to.include(`vehicle_insurance_${series}`);
  });

  it('are read at most once a second', async () => {
    let [now, reads] = [0, 0];
    const read = shareReading(
      async () => void (reads += 1),
      () => now,
    );
    for (const [at, count] of [
      [0, 1],
      [999, 1],
      [1_000, 2],
    ] as const) {
      now = at;
      await read();
      expect(reads).to.equal(count);
    }
  });
});

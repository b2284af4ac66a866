import { later, type Fact } from '@vehicle-insurance/core';
import { SOME_MORNING, aPayment, aRefund, BY_A_TEST, clockAt, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { metricsObserver } from '../../src/observability/metrics/metrics-observer.ts';
import type { readGauges } from '../../src/observability/metrics/read-gauges.ts';
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
    const observer = metricsObserver();
    const never = () => new Promise<never>(() => undefined);
    observer.follow?.(sourcesOf({ workQueries: { status: never }, jobRuns: { last: never }, listActionItems: never }));
    let page = '';
    expect(await timersDuring(async () => void (page = await observer.page()))).to.deep.equal([3_000]);
    expect(page.split('\n')).to.include('vehicle_insurance_store_answers 0');
  });

  it('contain the age of the oldest action item, task and error per kind, and of each job’s last run', async () => {
    const observer = metricsObserver();
    const ago = (seconds: number) => later(SOME_MORNING, { milliseconds: -1_000 * seconds });
    const item = (kind: string, seconds: number) => ({ kind, since: ago(seconds), total: 300 });
    const refunds = { kind: 'refunds', due: 2, waiting: 3, failing: 4, oldest: ago(50), oldestFailing: ago(70) };
    const sources = sourcesOf({
      workQueries: {
        status: async () => [refunds, { ...refunds, kind: 'payments', oldest: null, oldestFailing: null }],
      },
      jobRuns: { last: async () => ({ payments: ago(5), days: ago(90), backup: ago(3_600) }) },
      listActionItems: async () => [
        ...[item('refund_manual', 10), item('refund_manual', 40), item('refund_manual', 20)],
        ...[item('certificate_late', 99), item('refund_failing', -7)],
      ],
    });
    observer.follow?.(sources);
    const page = await observer.page();
    for (const [name, values] of Object.entries({
      due_work: { refunds: 2 },
      waiting_work: { refunds: 3 },
      failing_work: { refunds: 4 },
      due_work_oldest_seconds: { refunds: 50, payments: 0 },
      failing_work_oldest_seconds: { refunds: 70, payments: 0 },
      action_items: { refund_manual: 300, document_late: 0 },
      action_items_oldest_seconds: { refund_manual: 40, certificate_late: 99, refund_failing: 0, document_late: 0 },
      job_last_run_age_seconds: { payments: 5, days: 90, backup: 3_600 },
    }))
      for (const [kind, value] of Object.entries(values))
        expect(page).to.match(new RegExp(`^vehicle_insurance_${name}\\{\\w+="${kind}"\\} ${value}$`, 'm'));
    expect(page).to.not.include('task="certificates"');
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
    const counts: number[] = [];
    for (const at of [0, 999, 1_000]) {
      now = at;
      await read();
      counts.push(reads);
    }
    expect(counts).to.deep.equal([1, 1, 2]);
  });
});

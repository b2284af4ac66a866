import { freePort } from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { courierProgram } from '../../../courier/src/index.ts';
import { alerts as rules, panels } from '../../../service/test/observability/dashboard.ts';
import { worldOn } from '../api/world.ts';
import { queryAt } from '../processes/stored-laws.ts';
import { eventually, startSandbox, type TestSandbox } from '../sandbox.ts';
import {
  seriesIn,
  complaints,
  firing,
  NO_PROMTOOL,
  promtoolIsThere,
  parseMetrics,
  type Course,
  type Series,
} from './promtool.ts';

const alerts = rules.map(({ alert, labels: { severity } }) => `${alert} ${severity}`);

/** The change of a real series that makes each alert fire. */
const CAUSES: Readonly<Record<string, { readonly of: string; readonly value?: number; readonly growth?: number }>> = {
  'ProcessDown page': { of: 'up', value: 0 },
  // Starts once a minute.
  'ProcessRestarting page': { of: 'process_start_time_seconds{job="vehicle-insurance-courier"}', growth: 60 },
  'DatabaseAway page': { of: 'vehicle_insurance_store_answers', value: 0 },
  'ClockDiffers ticket': { of: 'vehicle_insurance_clock_difference_seconds', value: -2 },
  'ClockDiffers page': { of: 'vehicle_insurance_clock_difference_seconds', value: -6 },
  'DatabaseNodeAway page': { of: 'vehicle_insurance_database_nodes_away', value: 1 },
  'WorkOverdue page': { of: 'vehicle_insurance_due_work_oldest_seconds{kind="refunds"}', value: 301 },
  'WorkOverdue ticket': { of: 'vehicle_insurance_failing_work_oldest_seconds{kind="certificates"}', value: 3_601 },
  'JobsStopped page': { of: 'vehicle_insurance_job_last_run_age_seconds{task="days"}', value: 181 },
  'PaymentsRefused page': { of: 'vehicle_insurance_provider_accepting{provider="wave"}', value: 0 },
  'OutsideSilent page': { of: 'vehicle_insurance_outside_call_duration_seconds_count{outcome="unknown"}', growth: 5 },
  'AnswersFailing page': { of: 'vehicle_insurance_http_requests_total{status="502"}', growth: 5 },
  'AnswersSlow ticket': {
    of: 'vehicle_insurance_http_request_duration_seconds_bucket{route="/api/v1.0/vehicle",le=~"5|10|30|.Inf"}',
    growth: 60,
  },
  'AmountMismatch ticket': { of: 'vehicle_insurance_payments_total{reason="amount_mismatch"}', growth: 1 },
  'CertificatesRefused ticket': { of: 'vehicle_insurance_certificates_total{outcome="refused"}', growth: 1 },
  'BackupMissing ticket': { of: 'vehicle_insurance_job_last_run_age_seconds{task="backup"}', value: 93_601 },
  'NeedsAPerson ticket': { of: 'vehicle_insurance_action_items{kind="certificate_late"}', value: 1 },
  'StatementDiffers ticket': {
    of: 'vehicle_insurance_action_items_oldest_seconds{kind="statement_differs"}',
    value: 86_401,
  },
  'IncidentLogged ticket': { of: 'vehicle_insurance_incidents_total', growth: 1 },
  'ConnectionsExhausted ticket': { of: 'vehicle_insurance_database_connections_waiting', value: 2 },
  'EventLoopBlocked ticket': { of: 'nodejs_eventloop_lag_p99_seconds', value: 0.3 },
  'CourierFailing ticket': { of: 'courier_store_answers', value: 0 },
  'EventsNotRead ticket': { of: 'courier_feed_unreadable', value: 1 },
  'WebhooksLate ticket': { of: 'courier_oldest_delivery_seconds', value: 3_601 },
  'WebhooksGivenUp ticket': { of: 'courier_deliveries{state="given_up"}', value: 1 },
  'EndpointGone ticket': { of: 'courier_endpoint_gone', value: 1 },
};

/** A clock that is wrong enough for a page is wrong enough for a ticket. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = { 'ClockDiffers page': ['ClockDiffers ticket'] };

const courierPage = async ({ service: { sandbox } }: TestSandbox): Promise<string> => {
  const { baseUrl = '', apiKey = '' } = sandbox ?? {};
  const database = await testDatabase({ migrate: () => Promise.resolve() });
  const stop = new AbortController();
  const lines: { readonly what: string; readonly observed?: string }[] = [];
  const output = { write: (text: string) => lines.push(JSON.parse(text) as (typeof lines)[number]) };
  const environment = {
    ...{ COURIER_DATABASE_URL: database.url, COURIER_API_URL: baseUrl, COURIER_LOOPBACK: 'yes', COURIER_PORT: '0' },
    API_KEY: apiKey,
  };
  const courier = (...words: readonly string[]) =>
    courierProgram(environment, output, stop.signal).parseAsync(words, { from: 'user' });
  const nobody = `http://127.0.0.1:${await freePort()}/hook`;
  await courier('endpoint', 'add', nobody, '--after', '0');
  const running = courier('run');
  await eventually(async () => lines.some(({ what }) => what === 'attempt'), Boolean);
  const observed = lines.find(({ what }) => what === 'started')?.observed ?? '';
  const page = await (await fetch(`${observed}/metrics`)).text();
  stop.abort();
  await running;
  await database.drop();
  return page;
};

describe('the metrics of a running service in Prometheus', function () {
  this.timeout(120_000);
  let sandbox: TestSandbox;
  let series: readonly Series[];

  before(async function () {
    if (!promtoolIsThere()) {
      process.stderr.write(`${NO_PROMTOOL}\n`);
      return this.skip();
    }
    sandbox = await startSandbox({ METRICS_PORT: '0' });
    const world = worldOn(sandbox);
    await world.insured();
    expect((await world.pay((await world.quote()).id, '0500000002')).status).to.equal(502);
    expect((await world.get('/vehicle/none')).status).to.equal(404);
    // A session for which the provider cannot be reached, for answers without a definite outcome.
    await world.opened((await world.quote()).id, '0500000009');
    await world.clock.advance('PT5M');
    // As `backup.sh` does, in docker/backup.
    await queryAt(sandbox.database['DATABASE_URL'] ?? '')(`insert into job_run values ('backup', now())`);
    const page = async () => (await fetch(sandbox.service.metricsUrl ?? '')).text();
    const isWhole = (text: string) =>
      text.includes('outcome="unknown"') && text.match(/^vehicle_insurance_job_last_run_age_seconds/gm)?.length === 5;
    series = [
      ...parseMetrics(await eventually(page, isWhole)),
      ...parseMetrics(await courierPage(sandbox), { job: 'vehicle-insurance-courier', instance: 'courier-1:3000' }),
    ];
  });
  after(() => sandbox?.stop());

  const courses = (cause?: string): readonly Course[] => {
    const calm = series.map((each): Course =>
      /_(work_oldest_seconds|age_seconds|action_items|waiting)$/.test(each.name) ? { ...each, value: 0 } : each,
    );
    if (cause === undefined) return calm;
    const { of, ...change } = CAUSES[cause] ?? { of: '' };
    const changed = new Set(seriesIn(of, calm));
    expect(changed.size, `no service has the series that causes ${cause}`).to.be.greaterThan(0);
    return calm.map((each) => (changed.has(each) ? { ...each, ...change } : each));
  };

  it('include a test case that causes each alert', () => {
    expect(Object.keys(CAUSES)).to.have.members(alerts);
  });

  // Proves: alerts-fire
  it('fire no alert without a cause, and each alert only from its own cause', async () => {
    const tests = alerts.map((alert) => ({
      courses: courses(alert),
      expected: [firing([alert, ...(TOGETHER[alert] ?? [])])],
    }));
    expect(await complaints([{ courses: courses(), expected: [firing([])] }, ...tests])).to.equal('');
  });

  // Proves: alerts-fire
  it('fire an alert until the first backup has been made and verified', async () => {
    const before = courses().filter(({ labels }) => labels['task'] !== 'backup');
    expect(await complaints([{ courses: before, expected: [firing(['BackupMissing ticket'])] }])).to.equal('');
  });

  it('fire an alert if no backup was made although another environment has made one', async () => {
    const ofStaging = courses()
      .filter(({ labels }) => labels['task'] === 'backup')
      .map((each) => ({ ...each, labels: { ...each.labels, instance: 'staging-1:9464' } }));
    const both = [...courses('BackupMissing ticket'), ...ofStaging];
    expect(await complaints([{ courses: both, expected: [firing(['BackupMissing ticket'])] }])).to.equal('');
  });

  // Proves: alerts-fire
  it('fill every panel', async () => {
    const expected = panels.map(({ query }) => ({
      query: `count(${query.replaceAll('$__rate_interval', '5m')}) > bool 0`,
      gives: [{ labels: '{}', value: 1 }],
    }));
    expect(panels.length).to.be.greaterThan(20);
    expect(await complaints([{ courses: series, expected }])).to.equal('');
  });
});

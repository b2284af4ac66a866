import { migrate } from '@vehicle-insurance/persistence';
import { configuredInfrastructure, readConfiguration } from '@vehicle-insurance/service';
import { freePorts, tcpProxy, timersDuring, type TcpProxy } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { pino } from 'pino';
import { rowsOf, visitor } from '../../console/test/visitor.ts';
import { eventually } from '../../service/test/eventually.ts';
import { PRODUCTION } from '../../service/test/configuration/production-values.ts';
import { consoleProgram } from '../src/console-program.ts';
import { runOperator } from '../src/run-operator.ts';
import { captured, commandBy } from './command.ts';

const LINK = ['console', 'link', '--name', 'Awa', '--role', 'look'] as const;

const STAGING = { ...PRODUCTION, ENVIRONMENT: 'staging' };

const commandOn = (DATABASE_URL: string, over: Readonly<Record<string, string>> = {}) => {
  const environment = { ...STAGING, CONSOLE_URL: 'https://console.internal', DATABASE_URL, ...over };
  return commandBy((words) => captured((terminal) => runOperator(words, environment, undefined, terminal)));
};

describe('the console with its database', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let scheduler: TcpProxy;
  let sql: pg.Client;

  before(async () => {
    database = await testDatabase({ migrate: (url) => migrate({ url, environment: 'staging' }) });
    scheduler = await tcpProxy(database.url);
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
  });
  after(async () => {
    await sql?.end();
    await scheduler?.cut();
    await database?.drop();
  });

  it('creates no sign-in link in a database of another environment', async () => {
    const inProduction = commandOn(database.url, { ENVIRONMENT: 'production' });
    expect(await inProduction.refusal(...LINK)).to.include('belongs to staging, but this program runs as production');
    expect((await sql.query('select from console.link')).rowCount).to.equal(0);
  });

  it('refuses a sign-in link with a one-line error if the database cannot be reached', async () => {
    const refusal = await commandOn('postgres://service@127.0.0.1:1/insurance').refusal(...LINK);
    expect(refusal).to.include('the database cannot be reached');
  });

  it('checks the scheduler’s store and counts its errors in the console’s metrics', async () => {
    const [port = 0] = await freePorts(1);
    const environment = {
      ...{ ...STAGING, DATABASE_URL: database.url, SCHEDULER_STORE: scheduler.url, METRICS_PORT: '0' },
      ...{ HOST: '127.0.0.1', CONSOLE_PORT: String(port), CONSOLE_URL: `https://127.0.0.1:${port}` },
      ...{ CONSOLE_SECOND_PERSON: 'true', CONSOLE_CONFIRM_MINUTES: '90' },
    };
    const started = (given: Readonly<Record<string, string>>) =>
      consoleProgram(async (variables) => configuredInfrastructure(variables)).start(
        readConfiguration(given).unwrap(),
        pino({ level: 'silent' }),
      );
    const { CONSOLE_URL: _, ...unnamed } = environment;
    const inProduction = { ...unnamed, ENVIRONMENT: 'production', CONSOLE_URL: 'https://console.internal' };
    for (const [wrong, reason] of [
      [{ ...environment, METRICS_PORT: String(port) }, 'METRICS_PORT must differ from CONSOLE_PORT'],
      [inProduction, 'belongs to staging, but this program runs as production'],
      [unnamed, 'CONSOLE_URL is missing'],
    ] as const)
      expect(await started(wrong).then(() => 'it started', String)).to.include(reason);
    await scheduler.cut();
    let running!: Awaited<ReturnType<typeof started>>;
    const begin = async () => (running = await started(environment));
    const timers = await timersDuring(begin, (milliseconds) => milliseconds);
    try {
      expect(timers, 'expired proposals are recorded once a minute').to.include(60_000);
      const metrics = running.metricsUrl ?? expect.fail('there are no metrics');
      const incidents = async () =>
        /^vehicle_insurance_incidents_total (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1];
      expect(await incidents()).to.equal('0');
      const { link } = await commandOn(database.url, { CONSOLE_URL: environment.CONSOLE_URL }).json<{ link: string }>(
        ...[...LINK.slice(0, -1), 'act'],
      );
      const awa = visitor(environment.CONSOLE_URL, `http://127.0.0.1:${port}`);
      const { pathname, search } = new URL(link);
      await awa.fill(`${pathname}${search}`, '/sign-in');
      expect([...awa.cookies.keys()], 'over TLS').to.deep.equal(['__Host-console-session']);
      await awa.fill('/act/payment-pause/-', '/act/payment-pause/-', { why: 'entretien' });
      const lasting = 'select extract(epoch from expires_at - proposed_at) as s from console.proposal';
      const { rows } = await sql.query<{ readonly s: string }>(lasting);
      expect(Number(rows[0]?.s) / 60).to.be.closeTo(90, 0.01);
      const state = async () =>
        rowsOf((await awa.get('/health')).text).find(([what]) => what === 'Planificateur de tâches')?.[1];
      expect(await state()).to.match(/^en panne\s.*the store of the scheduler does not answer$/s);
      expect(await incidents()).to.equal('1');
      await scheduler.mend();
      await eventually(state, (said) => said === 'en service');
    } finally {
      await running.stop();
    }
  });

  it('runs as one of several processes, and ends no lease of another', async () => {
    const { isOnlyProcess, close } = configuredInfrastructure(
      readConfiguration({ ...STAGING, DATABASE_URL: database.url }).unwrap(),
    );
    expect(isOnlyProcess).to.equal(false);
    await close();
  });

  it('creates no sign-in link if the schema is of another release', async () => {
    await sql.query('delete from migration where name = (select max(name) from migration)');
    expect(await commandOn(database.url).refusal(...LINK)).to.include('npm run migrate');
  });
});

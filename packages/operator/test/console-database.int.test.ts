import { migrate } from '@vehicle-insurance/persistence';
import { configuredInfrastructure, readConfiguration } from '@vehicle-insurance/service';
import { freePorts, tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
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

const inStaging = (url: string) => migrate({ url, environment: 'staging' });
const inSandbox = (url: string) => migrate({ url, environment: 'sandbox' });

/** The command in staging, configured with this database. */
const commandOn = (DATABASE_URL: string, CONSOLE_URL = 'https://console.internal') =>
  commandBy((words) =>
    captured((terminal) => runOperator(words, { ...STAGING, DATABASE_URL, CONSOLE_URL }, undefined, terminal)),
  );
const STAGING = { ...PRODUCTION, ENVIRONMENT: 'staging' };

describe('a console’s sign-in link', function () {
  this.timeout(60_000);

  it('is not made in a database of another environment', async () => {
    const database = await testDatabase({ migrate: inSandbox });
    const sql = new pg.Client({ connectionString: database.url });
    try {
      await sql.connect();
      expect(await commandOn(database.url).refusal(...LINK)).to.include('belongs to sandbox, and this is staging');
      expect((await sql.query('select from console.link')).rowCount).to.equal(0);
    } finally {
      await sql.end();
      await database.drop();
    }
  });

  it('is not made in a schema of another release', async () => {
    const old = await testDatabase({ migrate: inStaging });
    const change = new pg.Client({ connectionString: old.url });
    try {
      await change.connect();
      await change.query('delete from migration where name = (select max(name) from migration)');
      expect(await commandOn(old.url).refusal(...LINK)).to.include('npm run migrate');
    } finally {
      await change.end();
      await old.drop();
    }
  });

  it('is refused in one line if the database cannot be reached', async () => {
    const refusal = await commandOn('postgres://service@127.0.0.1:1/insurance').refusal(...LINK);
    expect(refusal).to.include('the database cannot be reached');
  });
});

describe('the program of the console', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let scheduler: TcpProxy;

  before(async () => {
    database = await testDatabase({ migrate: inStaging });
    scheduler = await tcpProxy(database.url);
  });
  after(async () => {
    await scheduler?.cut();
    await database?.drop();
  });

  it('checks the scheduler’s store itself, and counts its incidents in its metrics', async () => {
    const [port = 0] = await freePorts(1);
    const environment = {
      ...{ ...STAGING, DATABASE_URL: database.url, SCHEDULER_STORE: scheduler.url, METRICS_PORT: '0' },
      ...{ HOST: '127.0.0.1', CONSOLE_PORT: String(port), CONSOLE_URL: `https://127.0.0.1:${port}` },
    };
    const started = (given: Readonly<Record<string, string>>) =>
      consoleProgram(async (variables) => configuredInfrastructure(variables)).start(
        readConfiguration(given).unwrap(),
        pino({ level: 'silent' }),
      );
    const refused = await started({ ...environment, METRICS_PORT: String(port) }).then(() => 'it started', String);
    expect(refused).to.include('METRICS_PORT must differ from CONSOLE_PORT');
    await scheduler.cut();
    const running = await started(environment);
    try {
      const metrics = running.metricsUrl ?? expect.fail('there are no metrics');
      const incidents = async () =>
        /^vehicle_insurance_incidents_total (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1];
      expect(await incidents()).to.equal('0');
      const { link } = await commandOn(database.url, environment.CONSOLE_URL).json<{ link: string }>(...LINK);
      const awa = visitor(environment.CONSOLE_URL, `http://127.0.0.1:${port}`);
      const { pathname, search } = new URL(link);
      await awa.fill(`${pathname}${search}`, '/sign-in');
      const state = async () => rowsOf((await awa.get('/health')).text).find(([what]) => what === 'Ordonnanceur')?.[1];
      expect(await state()).to.equal('le dépôt de l’ordonnanceur ne répond pas');
      expect(await incidents()).to.equal('1');
      await scheduler.mend();
      await eventually(state, (said) => said === 'répond');
    } finally {
      await running.stop();
    }
  });
});

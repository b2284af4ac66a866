import pg from 'pg';
import { readConfiguration } from '@vehicle-insurance/service';
import { operatorsInfrastructure } from '../../src/infrastructure.ts';
import { readSandboxFile } from '../../src/sandbox-file.ts';
import { operatorOf } from '../api/operator.ts';
import { eventually, SAMPLE_CAR, worldOf } from '../api/world.ts';
import { queryAt } from '../processes/stored-laws.ts';
import { exchange, type Question } from './exchange.ts';

/** The company of the examples: its lists contain only the objects of the examples. */
const COMPANY = 'Courtage Exemple';

export const exampleWorld = async (dataDir: string) => {
  const file = readSandboxFile(dataDir);
  if (!file) throw new Error(`no sandbox has been started in ${dataDir}`);
  const { baseUrl, simulators } = file;
  const operator = operatorOf(dataDir);
  const { key: apiKey } = await operator.issueKey(await operator.addCompany(COMPANY));
  const variables = readConfiguration({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }).unwrap();
  const infrastructure = await operatorsInfrastructure(variables);
  const world = worldOf(() => ({ baseUrl, simulators, apiKey }));
  const ask = (question: Question) => exchange(baseUrl, apiKey, question);
  const url = new URL(infrastructure.databaseUrl);
  const database = url.pathname.slice(1);
  const sql = queryAt(url.href);
  const fromOutside = queryAt(new URL('/template1', url).href);
  const open = (isOpen: boolean) =>
    fromOutside(`update pg_database set datallowconn = ${isOpen} where datname = '${database}'`);

  const year = Number((await world.clock.today()).slice(0, 4)) + 1;
  const today = `${year}-01-04`;
  await world.clock.move({ now: `${today}T09:00:00Z` });
  return {
    ...{ ...world, ask, today },
    /** A car without a plate, whose age is the same in every year. */
    car: { ...SAMPLE_CAR, firstRoadDate: `${year - 6}-03-15` },
    /** Addresses of this run, each with the one that readers see, and the year of the run. */
    traces: {
      addresses: {
        [baseUrl]: 'https://insurance.example',
        [simulators.mobileMoney]: 'https://pay.example',
        [simulators.certificateAuthority]: 'https://authority.example',
      },
      year,
    },
    incompleteQuote: { id: file.incompleteQuoteId, key: file.apiKey },
    cancelSold: (contractId: string) =>
      operator.json('contract', 'cancel', contractId, '--reason', 'sale', '--why', 'sold'),
    issueKeys: async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) await operator.issueKey(COMPANY);
    },
    whilePaused: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      await operator.pausePayments(true);
      return work().finally(() => operator.pausePayments(false));
    },
    whileHeld: async <Value>(quoteId: string, work: () => Promise<Value>): Promise<Value> => {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      await client.query('begin');
      await client.query('select from quote where id = $1 for update', [quoteId]);
      return work().finally(() => client.end());
    },
    whileBroken: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      await sql('alter table vehicle rename to elsewhere');
      return work().finally(() => sql('alter table elsewhere rename to vehicle'));
    },
    /** Runs work while the database accepts no connections. Ends when the service uses it again. */
    whileAway: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      await open(false);
      await fromOutside(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
      return work().finally(async () => {
        await open(true);
        await eventually(async () => (await ask({ path: '/coverage' })).status === 200, Boolean);
      });
    },
    leave: async () => {
      await operator.leave();
      await infrastructure.close();
    },
  };
};

export type ExampleWorld = Awaited<ReturnType<typeof exampleWorld>>;

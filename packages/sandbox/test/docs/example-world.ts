import pg from 'pg';
import { readConfiguration } from '@vehicle-insurance/service';
import { borrowedInfrastructure } from '../../src/infrastructure.ts';
import { readSandboxFile } from '../../src/sandbox-file.ts';
import { operatorOf } from '../api/operator.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { eventually } from '../sandbox.ts';
import { exchange, type Exchange, type Question } from './exchange.ts';
import type { RunTraces } from './evened-out.ts';

/** The company of the examples: its lists hold what the examples made, and nothing else. */
const COMPANY = 'Courtage Exemple';

/** A running sandbox on a fixed day of a year, with means to cause what the API cannot. */
export interface ExampleWorld {
  readonly today: string;
  /** A car whose age is the same in every year; it lacks a plate. */
  readonly car: Readonly<Record<string, unknown>>;
  readonly traces: RunTraces;
  ask(question: Question): Promise<Exchange>;
  /** An old quote without a policyholder's phone, with the key of the company it belongs to. */
  readonly incompleteQuote: { readonly id: string; readonly key: string };
  /** The payer presses a button on the provider's page. */
  press(button: 'confirm' | 'refuse', paymentUrl: unknown): Promise<void>;
  moveClock(now: string): Promise<void>;
  whilePaused<Value>(work: () => Promise<Value>): Promise<Value>;
  /** While another transaction has the quote locked in the database. */
  whileHeld<Value>(quoteId: string, work: () => Promise<Value>): Promise<Value>;
  /** While a table of the database has another name. */
  whileBroken<Value>(work: () => Promise<Value>): Promise<Value>;
  /** While the database takes no connections. Ends when the service has found it again. */
  whileAway<Value>(work: () => Promise<Value>): Promise<Value>;
  leave(): Promise<void>;
}

export const exampleWorld = async (dataDir: string): Promise<ExampleWorld> => {
  const file = readSandboxFile(dataDir);
  if (!file) throw new Error(`no sandbox has been started in ${dataDir}`);
  const { baseUrl, simulators, incompleteQuoteId } = file;
  const operator = operatorOf(dataDir);
  const { key } = await operator.issueKey(await operator.addCompany(COMPANY));
  const variables = readConfiguration({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }).unwrap();
  const infrastructure = await borrowedInfrastructure(variables);
  const ask = (question: Question) => exchange(baseUrl, key, question);
  const moveClock = async (now: string): Promise<void> => {
    const { status, text } = await ask({ method: 'POST', path: '/sandbox/clock', body: { now } });
    if (status !== 200) throw new Error(`the clock did not move:\n${text}`);
  };
  const url = new URL(infrastructure.databaseUrl);
  const database = url.pathname.slice(1);
  const connected = async <Value>(work: (client: pg.Client) => Promise<Value>, at = database): Promise<Value> => {
    const client = new pg.Client({ connectionString: new URL(`/${at}`, url).href });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const sql = (text: string, at?: string) => connected((client) => client.query(text), at);
  const open = (opened: boolean) =>
    sql(`update pg_database set datallowconn = ${opened} where datname = '${database}'`, 'template1');

  const { body } = await ask({ path: '/sandbox/clock' });
  const year = Number(String(body['now']).slice(0, 4)) + 1;
  const today = `${year}-01-04`;
  await moveClock(`${today}T09:00:00Z`);
  return {
    today,
    car: { ...SAMPLE_CAR, firstRoadDate: `${year - 6}-03-15` },
    traces: {
      addresses: {
        [baseUrl]: 'https://insurance.example',
        [simulators.mobileMoney]: 'https://pay.example',
        [simulators.certificateAuthority]: 'https://authority.example',
      },
      year,
    },
    ask,
    incompleteQuote: { id: incompleteQuoteId, key: file.apiKey },
    press: async (button, paymentUrl) => {
      const { status } = await fetch(`${String(paymentUrl)}/${button}`, { method: 'POST' });
      if (status !== (button === 'confirm' ? 200 : 402)) throw new Error(`the page answered ${status} to ${button}`);
    },
    moveClock,
    whilePaused: async (work) => {
      await operator.pausePayments(true);
      return work().finally(() => operator.pausePayments(false));
    },
    whileHeld: (quoteId, work) =>
      connected(async (client) => {
        await client.query('begin');
        await client.query('select from quote where id = $1 for update', [quoteId]);
        return work();
      }),
    whileBroken: async (work) => {
      await sql('alter table vehicle rename to elsewhere');
      return work().finally(() => sql('alter table elsewhere rename to vehicle'));
    },
    whileAway: async (work) => {
      await open(false);
      await sql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`, 'template1');
      try {
        return await work();
      } finally {
        await open(true);
        await eventually(
          () => ask({ path: '/coverage' }),
          ({ status }) => status === 200,
        );
      }
    },
    leave: async () => {
      await operator.leave();
      await infrastructure.close();
    },
  };
};

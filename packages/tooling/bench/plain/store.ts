import pg from 'pg';
import type { Statement } from './statements.ts';

export type Store = <Row>(statement: Statement, values: readonly unknown[]) => Promise<readonly Row[]>;

const STORED = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/;

/** Converts PostgreSQL's text of an instant to the API's format. */
const instant = (text: string): string => {
  const [, date, time, fraction = ''] = STORED.exec(text) ?? [];
  return `${date}T${time}.${fraction.padEnd(3, '0')}Z`;
};

const { BOOL, DATE, INT4, INT8, JSON: OF_JSON, JSONB, TIMESTAMPTZ } = pg.types.builtins;
const readJson = (text: string): unknown => JSON.parse(text);
const unchanged = (text: string): string => text;
const READERS: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOL]: (text) => text === 't',
  [DATE]: unchanged,
  [INT4]: Number,
  [INT8]: Number,
  [OF_JSON]: readJson,
  [JSONB]: readJson,
  [TIMESTAMPTZ]: instant,
};

/** The service's default number of connections. */
const CONNECTIONS = 10;

export const openStore = (url: string): Store => {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    options: '-c timezone=UTC -c datestyle=ISO',
    types: { getTypeParser: (type: number) => READERS[type] ?? unchanged },
  });
  return async <Row>({ name, text }: Statement, values: readonly unknown[]) =>
    (await pool.query({ name, text, values: [...values] })).rows as Row[];
};

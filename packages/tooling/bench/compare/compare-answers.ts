import { deepStrictEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { SIZE } from '../data/fill.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Lane } from '../lanes.ts';
import { compared, type Compared, type Fields } from './ask.ts';

/** Compared requests of each lane: enough to cover every state of the data. */
const SAMPLES = 6;
/** Attempts to get all responses within one second, because the expiry of links depends on the second. */
const TRIES = 5;

/** Throws unless all lanes return the same responses and write the same rows. */
export const compareAnswers = async (endpoint: Endpoint, lanes: readonly Lane[], url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let sample = 0; sample < SAMPLES; sample += 1)
      await (endpoint.status === 200
        ? sameReading(endpoint, lanes, sample)
        : sameAddition(endpoint, lanes, client, sample));
  } finally {
    await client.end();
  }
};

const sameReading = async (endpoint: Endpoint, lanes: readonly Lane[], sample: number): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const began = secondsNow();
    const answers = await Promise.all(lanes.map((lane) => ask(endpoint, lane, numberOf(sample))));
    if (began !== secondsNow() && attempt < TRIES) continue;
    return expectSame(endpoint, lanes, answers);
  }
};

const secondsNow = (): number => Math.floor(Date.now() / 1_000);

const ask = async (endpoint: Endpoint, { name, clients, request }: Lane, n: number): Promise<Compared> => {
  const answer = compared(await clients.ask(request(endpoint, n)));
  if (answer.status === endpoint.status) return answer;
  throw new Error(`${name} answers ${endpoint.name} with ${answer.status}: ${JSON.stringify(answer.body)}`);
};

const numberOf = (sample: number): number => sample * 367;

/**
 * Greater than any number in a request of a slice. The numbers of two lanes differ by a multiple of the number of
 * vehicles. So all lanes quote the same vehicle, and each lane registers a different one.
 */
const ofLane = (sample: number, lane: number): number => 10 ** 9 + numberOf(sample) + lane * SIZE.vehicles;

const sameAddition = async (
  endpoint: Endpoint,
  lanes: readonly Lane[],
  client: pg.Client,
  sample: number,
): Promise<void> => {
  const answers: Compared[] = [];
  const rows: Fields[] = [];
  for (const [index, lane] of lanes.entries()) {
    const n = ofLane(sample, index);
    const { status, headers, body } = await ask(endpoint, lane, n);
    rows.push(ownless(await rowOf(client, endpoint, body['id']), n));
    answers.push({ status, headers, body: ownless(body, n) });
  }
  expectSame(endpoint, lanes, answers);
  for (const [index, row] of rows.entries())
    deepStrictEqual(row, rows[0], `${lanes[index]?.name} writes a different row for ${endpoint.name}`);
};

const OWN = ['id', 'ordinal', 'vehicle_ordinal', 'created', 'search_keys'];

/** The fields without generated values, and without the number in values that must differ. */
const ownless = (fields: Fields, n: number): Fields => {
  const numberless = JSON.parse(JSON.stringify(fields).replaceAll(`-${n}"`, '-n"')) as Fields;
  return Object.fromEntries(
    Object.entries(numberless).map(([name, value]) => [name, OWN.includes(name) ? typeof value : value]),
  );
};

const rowOf = async (client: pg.Client, { name }: Endpoint, id: unknown): Promise<Fields> => {
  const table = name.includes('quote') ? 'quote' : 'vehicle';
  const { rows } = await client.query<{ row: Fields }>(
    `select row_to_json(entry) as row from ${table} entry where id = $1`,
    [id],
  );
  const [found] = rows;
  if (!found) throw new Error(`${name} responded with an id, but there is no row`);
  return found.row;
};

const expectSame = (endpoint: Endpoint, lanes: readonly Lane[], answers: readonly Compared[]): void => {
  for (const [index, answer] of answers.entries()) {
    const otherwise = `${lanes[index]?.name} responds to ${endpoint.name} differently from ${lanes[0]?.name}`;
    // An assertion with its own message would not print the difference.
    if (!isDeepStrictEqual(answer, answers[0])) process.stderr.write(`${otherwise}\n`);
    deepStrictEqual(answer, answers[0]);
  }
};

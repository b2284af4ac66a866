import createClient, { type Client } from 'openapi-fetch';
import { answered, type Answered, type Called } from './answered.ts';
import { retryingFetch, type Fetch } from './retrying-fetch.ts';
import type { paths } from './schema.ts';
import { realTime, type Time } from './time.ts';

/** Where the API is, and who asks. */
export interface InsuranceClientOptions {
  /** Where the service is, without the API's path: `https://insurance.example`. */
  readonly baseUrl: string;
  /** The key of your company. Whoever has it acts as your company: a page open to the public must not hold it. */
  readonly apiKey: string;
  /** How many attempts may follow one that failed for a reason that passes. By default 3; 0 switches retries off. */
  readonly retries?: number | undefined;
  /** Milliseconds after which an attempt without an answer counts as lost. By default 60 000. */
  readonly answerWithin?: number | undefined;
  /** Sends a request; by default the platform's own. */
  readonly fetch?: Fetch | undefined;
  /** What waits and tells the time; tests replace it. */
  readonly time?: Time | undefined;
  /** A number from 0 to 1 that spreads retries; tests replace it. */
  readonly chance?: (() => number) | undefined;
}

/** The way to the API that all calls share. */
export interface Connection {
  readonly api: Client<paths, 'application/json'>;
  readonly time: Time;
  /** The answer of a call, with when to come back; throws what was refused. */
  readonly answered: <Data>(call: Promise<Called<Data>>) => Promise<Answered<Data>>;
  /** The data of a call; throws what was refused. */
  readonly data: <Data>(call: Promise<Called<Data>>) => Promise<Data>;
}

const API_PATH = '/api/v1.0';

/** The platform's own `fetch`, found when it is needed: it may be replaced, and wants no other `this`. */
const platformFetch: Fetch = (request) => globalThis.fetch(request);

/** Opens no connection yet: the first call does. */
export const connect = (options: InsuranceClientOptions): Connection => {
  const { baseUrl, apiKey, retries = 3, answerWithin = 60_000 } = options;
  const { fetch = platformFetch, time = realTime, chance = Math.random } = options;
  const api = createClient<paths, 'application/json'>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}${API_PATH}`,
    headers: { 'x-api-key': apiKey },
    credentials: 'omit',
    // The API redirects nowhere, and its key is for nobody else.
    redirect: 'error',
    fetch: retryingFetch({ fetch, time, chance, retries, answerWithin }),
  });
  const answer: Connection['answered'] = (call) => answered(call, time.now);
  return { api, time, answered: answer, data: async (call) => (await answer(call)).data };
};

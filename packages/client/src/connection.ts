import createClient, { type Client } from 'openapi-fetch';
import { answered, type Answered, type Called } from './answered.ts';
import { retryingFetch, type Fetch } from './retrying-fetch.ts';
import type { paths } from './schema.ts';
import { realTime, type Time } from './time.ts';

/** The API's address and credentials, and how to call it. */
export interface InsuranceClientOptions {
  /** Where the service is, without the API's path: `https://insurance.example`. */
  readonly baseUrl: string;
  /** Your company's key. It gives full access to your company's data: never publish it in a web page. */
  readonly apiKey: string;
  /** How many attempts may follow a temporary failure. Default: 3; 0 turns retries off. */
  readonly retries?: number | undefined;
  /** Milliseconds after which an unanswered attempt counts as lost. Default: 60 000. */
  readonly answerWithin?: number | undefined;
  /** Sends a request. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Waits and tells the time; tests replace it. */
  readonly time?: Time | undefined;
  /** A random number from 0 to 1 that spreads retries; tests replace it. */
  readonly chance?: (() => number) | undefined;
}

/** What all calls share. */
export interface Connection {
  readonly api: Client<paths, 'application/json'>;
  readonly time: Time;
  /** Milliseconds after which an unanswered attempt counts as lost. */
  readonly answerWithin: number;
  /** The data of a call, with when to call again; throws a refusal. */
  readonly answered: <Data>(call: Promise<Called<Data>>) => Promise<Answered<Data>>;
  /** The data of a call; throws a refusal. */
  readonly data: <Data>(call: Promise<Called<Data>>) => Promise<Data>;
}

const API_PATH = '/api/v1.0';

/** A header could not carry any other character, and each call would look like a lost connection. */
const checkedKey = (apiKey: string): string => {
  if (/^[!-~]+$/.test(apiKey) && !/^(["']).*\1$/.test(apiKey)) return apiKey;
  throw new Error('apiKey must be printable ASCII without spaces or quotation marks around it. Copy the key again.');
};

/** The platform's `fetch`, looked up at each call: it may be replaced, and requires `globalThis` as `this`. */
const platformFetch: Fetch = (request) => globalThis.fetch(request);

/** Opens no connection; the first call does. */
export const connect = (options: InsuranceClientOptions): Connection => {
  const { baseUrl, apiKey, retries = 3, answerWithin = 60_000 } = options;
  const { fetch = platformFetch, time = realTime, chance = Math.random } = options;
  const api = createClient<paths, 'application/json'>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}${API_PATH}`,
    headers: { 'x-api-key': checkedKey(apiKey) },
    credentials: 'omit',
    // The API never redirects, and its key must not go to another server.
    redirect: 'error',
    fetch: retryingFetch({ fetch, time, chance, retries, answerWithin }),
  });
  const answer: Connection['answered'] = (call) => answered(call, time.now);
  return { api, time, answerWithin, answered: answer, data: async (call) => (await answer(call)).data };
};

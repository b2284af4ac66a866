import createClient, { type Client } from 'openapi-fetch';
import { unwrap, type ApiResult, type RawResult } from './unwrap.ts';
import { retryingFetch, type Fetch } from './retrying-fetch.ts';
import type { Language } from './options.ts';
import type { paths } from './schema.ts';
import { realTime, type Time } from './time.ts';

/** The API's address and credentials, and how to call the API. */
export interface InsuranceClientOptions {
  /** The service's URL without the API's path: `https://insurance.example`. */
  readonly baseUrl: string;
  /** Your company's API key. The key gives full access to your company's data, so never publish it in a web page. */
  readonly apiKey: string;
  /** The language of error messages. Default: English in Node, the page’s own languages in a browser. */
  readonly language?: Language | undefined;
  /** The maximum number of retries after temporary failures. Default: 3. */
  readonly retries?: number | undefined;
  /** Milliseconds after which an attempt without a response counts as lost. Default: 60 000. */
  readonly answerWithin?: number | undefined;
  /** Sends a request. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Clock and timer. Tests replace them. */
  readonly time?: Time | undefined;
  /** Returns a random number from 0 to 1, which spreads retries over time. Tests replace the function. */
  readonly chance?: (() => number) | undefined;
}

/** The shared dependencies of all calls. `Paths` is the type of the API's paths. */
export interface Connection<Paths extends object = paths> {
  readonly api: Client<Paths, 'application/json'>;
  readonly time: Time;
  /** Milliseconds after which an attempt without a response counts as lost. */
  readonly answerWithin: number;
  /** Returns the data of a call, and the seconds after which to call again. Throws if the API refuses. */
  readonly unwrap: <Data>(call: Promise<RawResult<Data>>) => Promise<ApiResult<Data>>;
  /** Returns the data of a call. Throws if the API refuses. */
  readonly data: <Data>(call: Promise<RawResult<Data>>) => Promise<Data>;
}

const API_PATH = '/api/v1.0';

/** With a key that no header can contain, each call would look like a lost connection. */
const checkKey = (apiKey: string): string => {
  if (/^[!-~]+$/.test(apiKey) && !/^(["']).*\1$/.test(apiKey)) return apiKey;
  throw new Error('apiKey must be printable ASCII without spaces or quotation marks around it. Copy the key again.');
};

/**
 * The platform's `fetch`, looked up at each call because a program may replace it. `fetch` requires `globalThis` as
 * `this`.
 */
const platformFetch: Fetch = (request) => globalThis.fetch(request);

/** Makes the connection object. The first call opens the network connection. */
export const connect = (options: InsuranceClientOptions): Connection => connectTo<paths>(options, API_PATH);

export const connectTo = <Paths extends object>(options: InsuranceClientOptions, path: string): Connection<Paths> => {
  const { baseUrl, apiKey, language, retries = 3, answerWithin = 60_000 } = options;
  const { fetch = platformFetch, time = realTime, chance = Math.random } = options;
  const root = baseUrl.replace(/\/+$/, '');
  const api = createClient<Paths, 'application/json'>({
    baseUrl: root.endsWith(path) ? root : `${root}${path}`,
    headers: { 'x-api-key': checkKey(apiKey), ...(language && { 'accept-language': language }) },
    credentials: 'omit',
    // The API never redirects, and another server must not receive the API key.
    redirect: 'error',
    fetch: retryingFetch({ fetch, time, chance, retries, answerWithin }),
  });
  const unwrapCall: Connection['unwrap'] = (call) => unwrap(call, time.now);
  return { api, time, answerWithin, unwrap: unwrapCall, data: async (call) => (await unwrapCall(call)).data };
};

import { readFileSync } from 'node:fs';
import { insuranceClient, type InsuranceClient, type Language } from '@vehicle-insurance/client';
import { databaseProblem } from './database-problem.ts';
import { isInTheClear } from './database-transport.ts';
import { valueIn, type Environment } from './environment.ts';
import { USUAL_DAYS } from './forget-deliveries.ts';
import { hasCredentials, PUBLIC_ADDRESSES, SANDBOX_ADDRESSES, type AddressGuard } from './address-guard.ts';

/** The configuration of a courier, from environment variables. */
export interface Configuration {
  readonly databaseUrl: string;
  readonly guard: AddressGuard;
  /** Days for which delivered webhooks are kept. */
  readonly days: number;
  /** The port for health probes and metrics; undefined if `run` serves none. */
  readonly port: number | undefined;
  readonly host: string;
  /**
   * Makes a client with the API key to which a reference points: a file's path, or the name of an environment variable.
   * Throws if no key is there.
   */
  readonly clientOf: (reference: string) => InsuranceClient;
  /** Makes a client with the key and language of a request to the webhooks API. Throws if the text cannot be a key. */
  readonly clientWith: (apiKey: string, language: Language) => InsuranceClient;
  /**
   * References of the companies' keys that the webhooks API may use. With the webhooks API, companies manage their own
   * endpoints.
   */
  readonly keys: readonly string[];
  /** The port of the webhooks API; undefined if `run` does not serve it. */
  readonly webhooksPort: number | undefined;
  readonly webhooksHost: string;
}

/**
 * Reads the variables of `docs/configuration.md`. An empty or blank variable counts as not set. Throws an error whose
 * message is one line.
 */
export const courierConfiguration = (all: Environment): Configuration => {
  const environment = Object.fromEntries(Object.keys(all).map((name) => [name, valueIn(all, name)]));
  const { COURIER_API_URL: baseUrl, COURIER_LOOPBACK: loopback } = environment;
  if (!baseUrl || !/^https?:\/\/[^\s?#{}]+$/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error('COURIER_API_URL must be the address of the API, such as https://insurance.example.');
  if (hasCredentials(new URL(baseUrl)))
    throw new Error('COURIER_API_URL must not contain a user or a password: the API accepts only keys.');
  if (loopback !== undefined && loopback !== 'yes')
    throw new Error('COURIER_LOOPBACK must be yes (only for sandboxes) or not set.');
  return {
    databaseUrl: databaseUrlIn(environment, loopback !== 'yes'),
    days: daysIn(environment['COURIER_DAYS']),
    port: portIn('COURIER_PORT', environment),
    host: environment['COURIER_HOST'] ?? '127.0.0.1',
    webhooksPort: portIn('COURIER_WEBHOOKS_PORT', environment),
    webhooksHost: environment['COURIER_WEBHOOKS_HOST'] ?? '127.0.0.1',
    keys: (environment['COURIER_KEYS'] ?? '').split(',').flatMap((each) => each.trim() || []),
    guard: loopback === 'yes' ? SANDBOX_ADDRESSES : PUBLIC_ADDRESSES,
    clientOf: (reference) => insuranceClient({ baseUrl, apiKey: keyAt(reference, environment) }),
    clientWith: (apiKey, language) =>
      insuranceClient({ baseUrl, apiKey, language, retries: 1, answerWithin: ANSWER_WITHIN }),
  };
};

/** Milliseconds within which the insurance API must answer a request that the webhooks API makes. */
const ANSWER_WITHIN = 10_000;

/** Reads the database address from its variable or from a file, because the address contains a password. */
const databaseUrlIn = (
  { COURIER_DATABASE_URL: given, COURIER_DATABASE_URL_FILE: file, COURIER_DATABASE_TLS: tls = 'required' }: Environment,
  isProduction: boolean,
): string => {
  if (tls !== 'required' && tls !== 'off') throw new Error('COURIER_DATABASE_TLS must be required or off.');
  if (given !== undefined && file !== undefined)
    throw new Error('Set COURIER_DATABASE_URL or COURIER_DATABASE_URL_FILE, not both.');
  const url = given ?? (file === undefined ? '' : contentOf(file, 'COURIER_DATABASE_URL_FILE'));
  const problem = databaseProblem(url);
  if (problem !== undefined) throw new Error(`COURIER_DATABASE_URL ${problem}`);
  if (isProduction && tls !== 'off' && isInTheClear(url))
    throw new Error(
      'COURIER_DATABASE_URL connects to another machine without verified TLS: add sslmode=verify-full to it. If the network to that machine is private, set COURIER_DATABASE_TLS=off.',
    );
  return url;
};

const contentOf = (file: string, what: string): string => {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`${what}: the file ${file} cannot be read. Check that it exists, and that this user may read it.`);
  }
  if (content === '') throw new Error(`${what}: the file ${file} is empty. Write the value into it.`);
  return content;
};

const daysIn = (text = String(USUAL_DAYS)): number => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error('COURIER_DAYS must be a number from 1 to 9999.');
  return Number(text);
};

const portIn = (name: string, { [name]: text }: Environment): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^(0|[1-9]\d{0,4})$/.test(text) || Number(text) > 65_535)
    throw new Error(`${name} must be a number from 0 to 65535.`);
  return Number(text);
};

/**
 * The API key of a reference. A reference with a slash is a file's path. Any other reference is the name of an
 * environment variable.
 */
const keyAt = (reference: string, environment: Environment): string => {
  if (reference.includes('/')) return contentOf(reference, 'The company’s key');
  const key = environment[reference];
  if (!key) throw new Error(`The environment variable ${reference} must be the company’s key.`);
  return key;
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { valueIn, type Environment } from './environment.ts';
import { hasCredentials } from './address-guard.ts';
import { isSecret, secretOf } from './secret.ts';

/** The options of `npm run listen`. */
export interface ListenOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Signs the forwarded events. */
  readonly secret: string;
  readonly forward: string | undefined;
  readonly type: string | undefined;
  /** The position after which events are shown. Undefined: begins with the next new event. */
  readonly after: number | undefined;
  /** The number of events to show. Undefined: continues until the command is stopped. */
  readonly count: number | undefined;
}

export const LISTEN_HELP = `Prints the events of a company as they happen, and forwards them as signed webhooks.

Usage: npm run -s listen -- [options]

  Option              Effect                                                      Default
  --forward URL       also send each event there                                  nothing is forwarded
  --type TYPES        only these types, separated by commas                        all types
  --after POSITION    begin after this position; 0 begins with the oldest event   begins with the next new event
  --count NUMBER      end after this number of events                             no end
  --secret whsec_…    secret that signs forwarded events                          derived from the API key
  --url URL           address of the API                                          the sandbox of this folder
  -h, --help          this text

The key is read from the sandbox's file in DATA_DIR (.data), or from API_KEY if --url is given.
`;

const OPTIONS = {
  forward: { type: 'string' },
  type: { type: 'string' },
  after: { type: 'string' },
  count: { type: 'string' },
  secret: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the options; undefined if `--help` is among them. Throws an error whose message is one line. */
export const listenOptions = (words: readonly string[], environment: Environment): ListenOptions | undefined => {
  const { values } = parseArgs({ args: [...words], options: OPTIONS });
  if (values.help) return undefined;
  const access = accessOf(urlIn('--url', values.url), environment);
  const { secret = secretOf(access.apiKey) } = values;
  if (!isSecret(secret)) throw new Error('--secret must be whsec_ and 24 to 64 bytes in base64.');
  return {
    ...access,
    secret,
    forward: urlIn('--forward', values.forward),
    type: values.type,
    after: numberIn('--after', values.after, 0),
    count: numberIn('--count', values.count, 1),
  };
};

const urlIn = (option: string, value: string | undefined): string | undefined => {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${option} must be a complete URL, such as http://127.0.0.1:4000/hook.`);
  if (hasCredentials(url)) throw new Error(`${option} must not contain a user or a password: they are not sent.`);
  return value;
};

const numberIn = (option: string, value: string | undefined, smallest: number): number | undefined => {
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value) || Number(value) < smallest)
    throw new Error(`${option} must be a whole number from ${smallest}.`);
  return Number(value);
};

const accessOf = (url: string | undefined, environment: Environment): Pick<ListenOptions, 'baseUrl' | 'apiKey'> => {
  const apiKey = valueIn(environment, 'API_KEY');
  if (url === undefined) return sandboxIn(valueIn(environment, 'DATA_DIR') ?? '.data');
  if (apiKey === undefined) throw new Error('With --url, the environment variable API_KEY must be your company’s key.');
  return { baseUrl: url, apiKey };
};

const sandboxIn = (dataDir: string): Pick<ListenOptions, 'baseUrl' | 'apiKey'> => {
  const file = join(dataDir, 'sandbox.json');
  try {
    const { baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
    if (typeof baseUrl === 'string' && typeof apiKey === 'string') return { baseUrl, apiKey };
  } catch (error) {
    throw new Error(`There is no ${file}: start the sandbox first (npm start), or set --url and API_KEY.`, {
      cause: error,
    });
  }
  throw new Error(`${file} does not contain the sandbox’s address: start the sandbox again.`);
};

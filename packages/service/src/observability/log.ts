import { withoutPersons } from '@vehicle-insurance/core';
import { pino, type DestinationStream, type Logger } from 'pino';
import { VARIABLES, type Variables } from '../configuration/variables.ts';
import type { Variable } from '../configuration/variable.ts';

const LEFT_OUT = '…';

/** An API key. The captured prefix is not secret, and an operator can identify the key by it. */
const API_KEY = /(vi_(?:test|live)_[\w-]{6})[\w-]+/g;

/** The query string of a URL, which may contain signatures and search terms. */
const ADDRESS_QUERY = /(https?:\/\/[^\s?"'\\]+)\?[^\s"'\\]+/g;

export interface LogOptions {
  readonly level: string;
  readonly secrets?: readonly string[];
}

/**
 * The service's log, one JSON object per line. No code logs personal data or secrets on purpose, but errors and
 * responses of outside systems may contain them. The log removes fields with names of personal data, phone numbers,
 * mail addresses, API keys, query strings and the configuration's secrets.
 */
export const serviceLog = ({ level, secrets = [] }: LogOptions, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      formatters: { log: ({ err, ...fields }) => ({ ...(withoutPersons(fields) as object), err }) },
      serializers: { err: inShort, msg: withoutPersons },
      hooks: { streamWrite: withoutSecrets(secrets) },
    },
    destination ?? pino.destination(1),
  );

/** The secrets among the variables: whole values, each entry of a list, and the password of an address. */
export const secretsIn = (variables: Variables): readonly string[] =>
  Object.entries<Variable>(VARIABLES.properties).flatMap(([name, { secret, list, address }]) => {
    const value: unknown = variables[name as keyof Variables];
    if (secret === undefined || typeof value !== 'string') return [];
    const { password = '' } = (address && URL.parse(value)) || {};
    return [value, ...(list ? value.split(',').map((part) => part.trim()) : []), password, decoded(password)];
  });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Shorter secrets are not removed, because they would match ordinary words. */
const LEAST_SECRET = 6;

/** Removes secrets, API keys and query strings of URLs from a text. */
export const withoutSecrets = (secrets: readonly string[]) => {
  const hidden = secrets
    .filter((secret) => secret.length >= LEAST_SECRET)
    // A log line contains secrets as JSON serialises them. The longest secret comes first, because a secret may be part
    // of another.
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .sort((one, other) => other.length - one.length);
  // `includes` is cheaper than the replacement, and hardly any line contains a secret.
  return (line: string): string => {
    let clean = line;
    for (const secret of hidden) if (clean.includes(secret)) clean = clean.replaceAll(secret, LEFT_OUT);
    if (clean.includes('vi_')) clean = clean.replace(API_KEY, `$1${LEFT_OUT}`);
    return clean.includes('://') ? clean.replace(ADDRESS_QUERY, `$1?${LEFT_OUT}`) : clean;
  };
};

/** The essential fields of an error. Libraries add other fields with SQL statements, rows, requests and responses. */
const inShort = (error: unknown, deep = 5): unknown => {
  if (!(error instanceof Error)) return withoutPersons(error);
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    code,
    message: withoutPersons(message),
    stack: withoutPersons(stack),
    ...(cause !== undefined && deep > 0 && { cause: inShort(cause, deep - 1) }),
  };
};

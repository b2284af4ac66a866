import { API_PATH } from '@vehicle-insurance/http';
import { randomBytes } from 'node:crypto';
import type { Field } from '../../../http/test/bad-input/operations.ts';
import { formBody, jsonBody, OUTAGE, spoilt, type Body } from './bodies.ts';
import type { Endpoint } from '../../../http/test/bad-input/described.ts';
import { SHARED, type Known } from './known.ts';
import type { Caller, Plan, PlannedBody } from './plan.ts';
import type { Value } from './values.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  /** The fields of body or query as the service reads them; undefined if they are unreadable. */
  readonly sent: Readonly<Record<string, unknown>> | undefined;
  readonly fields: readonly Field[];
  /** Whether every id in it is the company's own; also false if the company has none of the kind yet. */
  readonly ownIdsOnly: boolean;
  readonly idempotencyKey: string | undefined;
  /** Whether the outside is silent or refuses on purpose. */
  readonly outsideFails: boolean;
}

export interface Choices {
  readonly own: Known;
  readonly foreign: Known;
  readonly keys: Readonly<Record<Caller, readonly string[]>>;
  today(): string;
  tagOf(path: string): string | undefined;
}

const DAY = 86_400_000;
const UNKNOWN_ID = '01981c2e-6400-7a10-8d01-00000000dead';
/** Payers for whom the provider's simulator opens no session. */
const NOT_OPENED = /"[^"]*0\s*0\s*0\s*2"/;
let made = 0;
const RUN = randomBytes(3).toString('hex').toUpperCase();

export const requestOf = (plan: Plan, endpoint: Endpoint, choices: Choices): Request => {
  let ownIdsOnly = true;
  const jsonOf = (value: Value): string => {
    if ('json' in value) return value.json;
    if ('fresh' in value) return JSON.stringify(`${value.fresh}${RUN}${(made += 1)}`);
    if ('day' in value)
      return JSON.stringify(new Date(Date.parse(choices.today()) + value.day * DAY).toISOString().slice(0, 10));
    if ('again' in value) return JSON.stringify(choices.own.value(value.again, value.at) ?? 'none yet');
    const id = value.whose === 'unknown' ? undefined : choices[value.whose].id(value.idOf, value.at);
    if ((value.whose !== 'own' && !SHARED.includes(value.idOf)) || id === undefined) ownIdsOnly = false;
    return JSON.stringify(id ?? UNKNOWN_ID);
  };
  const textOf = (value: Value | string): string => {
    if (typeof value === 'string') return value;
    const json = jsonOf(value);
    return encode(json.startsWith('"') ? (JSON.parse(json) as string) : json);
  };

  if (typeof plan.id === 'string' && endpoint.path.includes('{')) ownIdsOnly = false;
  const query = plan.query.map(([name, value]) => `${encode(name)}=${textOf(value)}`).join('&');
  const path = `${API_PATH}${endpoint.path.replace(/\{\w+\}/, () => textOf(plan.id))}${query && `?${query}`}`;
  const { body, sent } = plan.body
    ? bodyOf(plan.body, endpoint, jsonOf)
    : { body: undefined, sent: readQuery(query, endpoint) };
  const idempotencyKey = plan.key === 'fresh' ? `key-${RUN}-${(made += 1)}` : undefined;
  const tag = plan.ifChanged ? choices.tagOf(path) : undefined;
  return {
    method: plan.method ?? endpoint.method,
    path,
    headers: [
      ...choices.keys[plan.caller].map((key) => ['x-api-key', key] as const),
      ...(body ? [['content-type', body.type] as const] : []),
      ...(plan.body?.spoil === 'compressed' ? [['content-encoding', 'gzip'] as const] : []),
      ...(idempotencyKey === undefined ? [] : [['idempotency-key', idempotencyKey] as const]),
      ...(tag === undefined ? [] : [['if-none-match', tag] as const]),
    ],
    body: body?.bytes,
    sent,
    fields: endpoint.body ?? endpoint.query,
    ownIdsOnly,
    idempotencyKey,
    outsideFails:
      (plan.body?.documents.includes(OUTAGE) ?? false) ||
      NOT_OPENED.test(body?.bytes.toString('latin1', 0, 2_000) ?? ''),
  };
};

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

interface Made {
  readonly body: Body;
  readonly sent: Request['sent'];
}

const bodyOf = (planned: PlannedBody, endpoint: Endpoint, jsonOf: (value: Value) => string): Made => {
  const pairs = planned.fields.map(([name, value]) => [name, jsonOf(value)] as const);
  const made = planned.isForm
    ? form(pairs, planned, endpoint.body ?? [])
    : { body: jsonBody(pairs), sent: read(pairs) };
  return planned.spoil ? { body: spoilt(made.body, planned.spoil), sent: undefined } : made;
};

const read = (pairs: readonly (readonly [string, string])[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(pairs.map(([name, json]) => [name, JSON.parse(json) as unknown]));

/** Represents input that no schema allows, such as a duplicate field. */
const UNREADABLE = { unreadable: true };
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;

const form = (
  pairs: readonly (readonly [string, string])[],
  { documents }: PlannedBody,
  fields: readonly Field[],
): Made => {
  const texts = pairs.flatMap(([name, json]) => {
    const value = JSON.parse(json) as unknown;
    return value === null ? [] : [[name, typeof value === 'string' ? value : json] as const];
  });
  return { body: formBody(texts, documents), sent: fromTexts(texts, fields) };
};

const readQuery = (query: string, endpoint: Endpoint): Readonly<Record<string, unknown>> => {
  const given = new URLSearchParams(query);
  const unknown = [...given.keys()].filter((name) => !endpoint.query.some((field) => field.name === name));
  return { ...fromTexts([...given], endpoint.query), ...Object.fromEntries(unknown.map((name) => [name, UNREADABLE])) };
};

const fromTexts = (
  texts: readonly (readonly [name: string, text: string])[],
  fields: readonly Field[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap(({ name, schema, required }): (readonly [string, unknown])[] => {
      const [text, ...more] = texts.filter(([given]) => given === name).map(([, value]) => value);
      if (more.length > 0) return [[name, UNREADABLE]];
      if (text === undefined || (text === '' && !required)) return [];
      return [[name, schema.type === 'integer' && WHOLE_NUMBER.test(text) ? Number(text) : text]];
    }),
  );

export const bytesOf = ({ method, path, headers, body }: Request): Buffer => {
  const length = body === undefined ? [] : [['content-length', String(body.length)] as const];
  const lines = [['host', 'test'] as const, ...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ]);
};

export const shown = ({ method, path, headers, body }: Request): string =>
  JSON.stringify({ method, path, headers, body: body?.toString('latin1', 0, 4_000) });

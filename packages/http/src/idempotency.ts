import {
  Err,
  invalidRequest,
  languageIn,
  Ok,
  Unreadable,
  type NewResponse,
  type RespondOnce,
  type InvalidRequest,
  type StoreResponse,
  type StoredResponse,
  type KeyedRequest,
  type Language,
  type Result,
} from '@vehicle-insurance/core';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiError } from './api-error.ts';
import { errorAnswer, type StoredAnswer } from './errors.ts';
import { INPUT_FAULTS } from './input/faults.ts';
import type { Sent } from './input/form.ts';
import { refuse, send } from './middleware/answer-errors.ts';
import type { Route } from './route.ts';
import type { ApiContext } from './state.ts';

/** The header that makes a POST idempotent, spelled for people. In Node's `headers`, its name is in lower case. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The header that identifies a replayed response. */
export const REPLAYED = 'Idempotent-Replayed';

export const LONGEST_KEY = 255;

/** A string of the IETF draft: in double quotes, with a backslash before each quote and backslash. */
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x7e]*$/;

/** The key of a request, quoted or bare; undefined if the request has no key. */
export const idempotencyKey = (headers: IncomingHttpHeaders): Result<string | undefined, InvalidRequest> => {
  const given = headers['idempotency-key'];
  if (given === undefined) return Ok(undefined);
  const key = keyIn(String(given));
  return key !== undefined && key.length >= 1 && key.length <= LONGEST_KEY ? Ok(key) : noKey;
};

const keyIn = (header: string): string | undefined =>
  QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? BARE.exec(header)?.[0];

const noKey = Err(invalidRequest([{ field: IDEMPOTENCY_KEY, message: INPUT_FAULTS.idempotencyKey(LONGEST_KEY) }]));

/**
 * Replays the stored response of the key, if there is one. Otherwise `respond` makes the response; its argument is the
 * id of the object to create. A stored error stays in the language of the first request.
 */
export const answerUnderKey = async (
  ctx: ApiContext,
  { answer: { status }, keep: withoutSecret }: Route,
  respondOnce: RespondOnce,
  { isOneTransaction, ...request }: KeyedRequest & { readonly isOneTransaction: boolean },
  respond: (newId: string, keep?: (view: unknown) => StoredResponse) => Promise<Result<unknown, ApiError>>,
): Promise<void> => {
  const answerWith = (body: unknown): string => pack({ status, body });
  const work = async (newId: string, keep?: StoreResponse): Promise<NewResponse> => {
    const view = await respond(newId, keep && ((body) => keep(answerWith(body))));
    if (view.isErr()) return refusal(view.error, languageIn(ctx.get('accept-language')));
    const stored = withoutSecret && answerWith(withoutSecret(view.value));
    return { text: answerWith(view.value), stored, final: true };
  };
  const answered = await respondOnce(request, work, isOneTransaction);
  if (answered.isErr()) return refuse(ctx, answered.error);
  if (answered.value.replayed) ctx.set(REPLAYED, 'true');
  send(ctx, JSON.parse(answered.value.text) as StoredAnswer);
};

const pack = (answer: StoredAnswer): string => JSON.stringify(answer);

/**
 * Refusals that may be temporary are not stored (docs/api.md 1.10). Most bad API keys, excess requests and oversized
 * bodies are refused earlier, before the idempotency key is claimed.
 */
const refusal = (error: ApiError, language: Language): NewResponse => {
  const answer = errorAnswer(error, language);
  const isTransient =
    answer.status >= 500 || [401, 413, 429].includes(answer.status) || error.code === 'payment_in_progress';
  return { text: pack(answer), final: !isTransient };
};

/** A hash of the request's content, independent of the body's format. */
export const fingerprintOf = ({ method, path }: Pick<ApiContext, 'method' | 'path'>, sent: Sent | undefined): string =>
  digestOf(canonicalJson([method, path, sent?.input, fileOf(sent?.upload)]));

const fileOf = (upload: Sent['upload']): unknown =>
  upload === undefined || upload instanceof Unreadable ? upload : digestOf(upload.bytes);

const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Text to output, or a value still to serialise. */
type Pending = { readonly text: string } | { readonly value: unknown };

/**
 * Canonical JSON for hashing: members sorted by name, no whitespace. Iterative, because a caller's JSON may be nested
 * too deeply for recursion.
 */
const canonicalJson = (json: unknown): string => {
  const written: string[] = [];
  const pending: Pending[] = [{ value: json }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ('text' in next) written.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null) written.push(JSON.stringify(next.value ?? null));
    else pending.push(...piecesOf(next.value).reverse());
  }
  return written.join('');
};

const piecesOf = (value: object): Pending[] =>
  Array.isArray(value)
    ? [{ text: '[' }, ...value.flatMap((item: unknown) => [{ value: item }, { text: ',' }]), { text: ']' }]
    : [
        { text: '{' },
        ...Object.keys(value)
          .sort()
          .flatMap((name) => [
            { text: `${JSON.stringify(name)}:` },
            { value: (value as Readonly<Record<string, unknown>>)[name] },
            { text: ',' },
          ]),
        { text: '}' },
      ];

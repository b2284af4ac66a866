import type { WireAnswer } from '../../../http/test/bad-input/wire.ts';
import type { Endpoint, Violations } from '../../../http/test/bad-input/described.ts';
import type { Plan } from './plan.ts';
import type { Request } from './request.ts';

export interface Outside {
  readonly databaseAway: boolean;
  readonly paused: boolean;
  readonly limited: boolean;
}

interface Judged {
  readonly plan: Plan;
  readonly endpoint: Endpoint;
  readonly request: Request;
  readonly answer: WireAnswer;
  readonly outside: Outside;
}

interface ErrorBody {
  readonly code?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/** Headers that every response may have: HTTP's own, those of docs/api.md 1.9, and security headers for browsers. */
const EVERYWHERE = [
  ...['date', 'connection', 'keep-alive', 'content-type', 'content-length', 'vary', 'cache-control'],
  ...['x-request-id', 'ratelimit', 'ratelimit-policy', 'allow', 'www-authenticate'],
  ...['x-content-type-options', 'referrer-policy', 'content-security-policy'],
];

const INSIDE =
  /\bat \S+ \(|node_modules|\/packages\/|\.[cm]?[jt]s:\d|\bselect \S+ from\b|\binsert into\b|violates|constraint|relation "|sqlstate|postgres|mikro|\bkoa\b|\bundefined\b|\[object|vi_(?:test|live)_/i;

/** Statuses returned before an id is looked up (docs/api.md 6.2), and the status of an unknown id. */
const BEFORE_IDS = [400, 401, 404, 405, 413, 415, 429, 503];

export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const problemsOf = (judged: Judged, violated: Violations): readonly string[] => {
  const { answer } = judged;
  const body = jsonIn(answer.text);
  return [
    ...formOf(judged, body),
    ...unavailable(judged, body),
    ...(answer.status >= 400 && INSIDE.test(answer.text) ? [`exposes internal details: ${answer.text}`] : []),
    ...meaningOf(judged, body as ErrorBody, violated),
  ];
};

const isPaper = ({ path }: Endpoint): boolean => /\/(?:document|receipt|cancellation)$/.test(path);

const formOf = ({ endpoint, request, answer: { status, headers, text } }: Judged, body: unknown): readonly string[] => {
  if (request.method !== endpoint.method) {
    const known = [400, 401, 404, 405, 413, 429, 503].includes(status);
    return known || request.method === 'POST' || request.method === 'PATCH'
      ? []
      : [`answers ${status} to ${request.method}`];
  }
  const documented = endpoint.answers.get(status);
  if (!documented) return [`answers ${status}, which is not documented: ${text.slice(0, 300)}`];
  const code = (body as ErrorBody | undefined)?.code;
  if (status === 200 && isPaper(endpoint))
    return text.startsWith('%PDF-') && headers['content-type'] === 'application/pdf' ? [] : ['does not return a PDF'];
  return [
    ...(documented.problems?.(body) ?? (text === '' ? [] : ['has a body that is not documented'])),
    ...(status >= 400 && !documented.codes.has(code ?? '')
      ? [`answers ${status} ${code}, which is not documented`]
      : []),
    ...(text !== '' && !/^application\/json(; charset=utf-8)?$/.test(headers['content-type'] ?? '')
      ? ['does not have the content type of JSON']
      : []),
    ...(headers['x-request-id'] === undefined ? ['has no x-request-id'] : []),
    ...((status === 429 || status === 503) && headers['retry-after'] === undefined ? ['has no retry-after'] : []),
    ...Object.entries(headers).flatMap(([name, value]) => {
      const wrong = documented.headers.get(name);
      if (wrong) return wrong(value).map((problem) => `${name}: ${problem}`);
      return EVERYWHERE.includes(name) ? [] : [`has an undocumented header ${name}: ${value}`];
    }),
  ];
};

/** The service itself must never fail, and the outside only on purpose. */
const unavailable = (
  { endpoint, request, answer: { status, text }, outside }: Judged,
  body: unknown,
): readonly string[] => {
  const code = (body as ErrorBody | undefined)?.code ?? '';
  if (outside.databaseAway) return code === 'service_unavailable' ? [] : [`answers ${status} without a database`];
  if (status === 429) return outside.limited ? [] : ['is limited without a limit'];
  if (status < 500) return [];
  const onPurpose =
    (code === 'payment_unavailable' && outside.paused) ||
    (['payment_provider_unavailable', 'storage_unavailable'].includes(code) && request.outsideFails);
  // At most eight papers are drawn at once; the caller of one more retries later.
  const isOneTooMany = status === 503 && code === 'service_unavailable' && isPaper(endpoint);
  return onPurpose || isOneTooMany ? [] : [`answers ${status} ${text.slice(0, 300)}`];
};

/** Bad requests must be rejected, good ones accepted, and every wrong field named. */
const meaningOf = (
  { plan, endpoint, request, answer: { status, text }, outside }: Judged,
  body: ErrorBody | undefined,
  violated: Violations,
): readonly string[] => {
  if (outside.databaseAway || request.method !== endpoint.method) return [];
  const taken = status < 400;
  const shown = text.slice(0, 300);
  const broken =
    request.sent && (endpoint.body || endpoint.query.length > 0) ? brokenIn(endpoint, request, violated) : [];
  const named = (body?.details ?? []).map(({ field }) => field);
  const isWhole = named.some((field) => ['body', 'query', 'request', 'Idempotency-Key'].includes(field));
  const unnamed = status === 400 && !isWhole ? broken.filter((field) => !named.includes(field)) : [];
  const isForeign = !request.ownIdsOnly && !taken;
  return [
    ...(taken && broken.length > 0 ? [`accepts ${broken.join(', ')}, which the document forbids`] : []),
    ...(taken && plan.body && !request.sent ? [`accepts a body that is ${plan.body.spoil ?? 'broken'}`] : []),
    ...(taken && plan.caller !== 'own' ? [`accepts a request of a caller with key "${plan.caller}"`] : []),
    ...(taken && !request.ownIdsOnly && !isFilter(endpoint)
      ? [`accepts an id that is not the company’s: ${shown}`]
      : []),
    ...(isForeign && !BEFORE_IDS.includes(status) && !isKeyError(body) && !isFilter(endpoint)
      ? [`distinguishes an id that is not the company’s from an unknown one: ${shown}`]
      : []),
    ...(status === 200 && isFilter(endpoint) ? wrongItems(endpoint, request, body as Page) : []),
    ...(unnamed.length > 0 ? [`does not name ${unnamed.join(', ')}: ${shown}`] : []),
    ...(plan.isGood && request.ownIdsOnly && isRefusalOfForm(status, body) && !isSaidInWords(body)
      ? [`rejects a good request: ${shown}`]
      : []),
  ];
};

/** Rules that the document contains only as text: positions of events, lists of types, papers that do not exist yet. */
const IN_WORDS = [
  'this paper is not yet',
  '"field":"after","message":"must be at most',
  '"field":"type","message":"must be one or more of',
];
const isSaidInWords = (body: unknown): boolean => IN_WORDS.some((message) => JSON.stringify(body).includes(message));

interface Page {
  readonly data?: readonly Readonly<Record<string, unknown>>[];
  readonly page?: number;
  readonly limit?: number;
  readonly total?: number;
}

/** A page must be the requested one, and its items must match the filters (docs/api.md 1.7). */
const wrongItems = (
  { query }: Endpoint,
  { sent = {} }: Request,
  { data = [], page, limit, total }: Page,
): readonly string[] =>
  query
    // Events have no pages, only a position to begin after.
    .filter(({ name }) => sent[name] !== undefined && query.some((other) => other.name === 'page'))
    .flatMap(({ name }) => {
      const wanted = sent[name];
      if (name === 'page') return page === wanted ? [] : [`returns page ${page} instead of ${String(wanted)}`];
      if (name === 'limit')
        return limit === wanted && data.length <= Number(limit) ? [] : [`returns more than the limit`];
      const other = data.find((item) => !isSame(name, valueIn(name, item), String(wanted)));
      const isMiscounted = (sent['page'] ?? 1) === 1 && (total === 0) !== (data.length === 0);
      return other || isMiscounted
        ? [
            `shows what the filter ${name}=${JSON.stringify(wanted)} excludes, or counts it: ${JSON.stringify(other ?? total)}`,
          ]
        : [];
    });

/** `vehicleId` filters by the id of an item's vehicle, `licencePlate` also by its plate. */
const valueIn = (name: string, item: Readonly<Record<string, unknown>>): unknown => {
  if (name.startsWith('ending')) return item['endDate'];
  const vehicle = item['vehicle'] as { readonly id?: unknown; readonly licencePlate?: unknown } | undefined;
  return name in item ? item[name] : name === 'licencePlate' ? vehicle?.licencePlate : vehicle?.id;
};

const isSame = (name: string, found: unknown, wanted: string): boolean => {
  if (name === 'endingFrom') return String(found) >= wanted;
  if (name === 'endingTo') return String(found) <= wanted;
  if (name === 'policyNumber') return [wanted.trim(), wanted.trim().toUpperCase()].includes(String(found));
  return found === wanted || (name === 'licencePlate' && found === wanted.replaceAll(' ', '').toUpperCase());
};

/** Fields that violate their schema, and unknown parameters of a list; other unknown fields are ignored. */
const brokenIn = (
  endpoint: Endpoint,
  { fields, body, sent = {} }: Request,
  violated: Violations,
): readonly string[] => [
  ...violated(fields, sent),
  ...(body || !isFilter(endpoint)
    ? []
    : Object.keys(sent).filter((name) => !fields.some((field) => field.name === name))),
];

/** A list: an unknown id in its query finds nothing and is no error. */
const isFilter = ({ path, method }: Endpoint): boolean => method === 'GET' && !path.includes('{');

const isKeyError = (body: ErrorBody | undefined): boolean =>
  ['idempotency_key_reused', 'request_in_progress', 'invalid_document', 'vehicle_already_exists'].includes(
    body?.code ?? '',
  );

const isRefusalOfForm = (status: number, body: ErrorBody | undefined): boolean =>
  [400, 401, 404, 405, 413, 415].includes(status) || body?.code === 'invalid_document';

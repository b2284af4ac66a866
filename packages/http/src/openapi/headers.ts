import { LANGUAGES } from '@vehicle-insurance/core';
import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEY, LONGEST_KEY, REPLAYED } from '../idempotency.ts';
import { PDF, type Deprecation, type Route } from '../route.ts';

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
});

/** The example key differs for each operation, so that a client that sends all examples never reuses a key. */
const exampleKey = (operationId: string): string => {
  const hash = createHash('sha256').update(operationId).digest('hex');
  return `"${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}"`;
};

const keyParameterOf = (operationId: string) => ({
  name: IDEMPOTENCY_KEY,
  in: 'header',
  description:
    `Your own name for this request, with or without double quotes: 1 to ${LONGEST_KEY} visible ASCII characters. ` +
    'For 24 hours, the same request with the same key is done at most once and gets the first response again: you can ' +
    'repeat it if a response is lost. Responses to transient failures are not stored: 401, 413, 429, 5xx and ' +
    '`payment_in_progress`. Use a new key for every new request, including another attempt to pay.',
  schema: { type: 'string', examples: [exampleKey(operationId)] },
});

export const LANGUAGE_PARAMETER = {
  name: 'Accept-Language',
  in: 'header',
  description:
    'The language of error messages: `fr` or `en`, with RFC 9110 weights. Default: English. Only `message` changes, ' +
    'never the code, the status or the fields. A replayed response (`Idempotency-Key`) stays in the language of the ' +
    'first request.',
  schema: { type: 'string', examples: ['fr-CI, fr;q=0.9'] },
};

export const LANGUAGE_HEADERS = {
  'content-language': {
    description: 'The language of the messages.',
    schema: { type: 'string', enum: LANGUAGES },
  },
  vary: header('Contains `Accept-Language`.', 'Accept-Language, Accept-Encoding'),
};

const REPLAYED_HEADER = {
  [REPLAYED]: {
    description: '`true` if this is the stored response to the first request with this key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

export const keyParameter = ({ method, operationId }: Route): readonly object[] =>
  method === 'post' ? [keyParameterOf(operationId)] : [];

export const replayedHeader = ({ method }: Route): object => (method === 'post' ? REPLAYED_HEADER : {});

export const RATE_LIMIT_HEADERS = {
  'ratelimit-policy': header(
    'The limit that this request counts against: `q` requests in `w` seconds.',
    '"company-reads";q=2000;w=1',
  ),
  ratelimit: header('The rest of that limit: `r` requests for the next `t` seconds.', '"company-reads";r=1999;t=1'),
};

const ETAG = {
  etag: header(
    'Send this tag in `If-None-Match` next time: the response is 304 if nothing has changed.',
    'W/"TSpUSDKbXwJ5E4O1"',
  ),
};
const ETAG_UNLESS_LINKS = {
  etag: header(`${ETAG.etag.description} Absent if the response contains links.`, 'W/"TSpUSDKbXwJ5E4O1"'),
};

const ASK_AGAIN = {
  'retry-after': {
    description: 'Seconds after which to poll again; only while something is pending.',
    schema: { type: 'integer' },
  },
};

const DEPRECATION = {
  deprecation: header('When this endpoint was deprecated, in seconds since 1970 (RFC 9745).', '@1798761600'),
  sunset: header('When this endpoint will be removed (RFC 8594).', 'Sat, 01 Jan 2028 00:00:00 GMT'),
  link: header('The page that explains how to migrate.', '</docs>; rel="deprecation"; type="text/html"'),
};

const FILE_NAME = {
  'content-disposition': { description: 'The name of the file.', schema: { type: 'string' } },
};

export const answerHeaders = (route: Route): object => ({
  ...replayedHeader(route),
  ...(route.method === 'get' && (route.hasLinks ? ETAG_UNLESS_LINKS : ETAG)),
  ...(route.scheduleQuery && ASK_AGAIN),
  ...(route.answer.schema === PDF && FILE_NAME),
  ...RATE_LIMIT_HEADERS,
  ...(route.deprecation && DEPRECATION),
});

/** The response to a GET if the caller already has the content. */
export const unchangedResponse = ({ method, scheduleQuery, answer }: Route): object =>
  method === 'get'
    ? {
        304: {
          description: 'Nothing has changed since the response with this `ETag`.',
          headers: { ...ETAG, ...(scheduleQuery && ASK_AGAIN), ...(answer.schema === PDF && FILE_NAME) },
        },
      }
    : {};

export const deprecationNote = ({ since, sunset, instead }: Deprecation): string =>
  `**Deprecated** since ${since}${sunset === undefined ? '' : `, and served until ${sunset}`}. Use ${instead}`;

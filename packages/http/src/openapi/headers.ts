import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEY, LONGEST_KEY, REPLAYED } from '../idempotency.ts';
import { PDF, type Deprecation, type Route } from '../route.ts';

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
});

/** Differs for each operation: a client that sends the examples one after the other reuses no key. */
const exampleKey = (operationId: string): string => {
  const hash = createHash('sha256').update(operationId).digest('hex');
  return `"${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}"`;
};

const keyParameterOf = (operationId: string) => ({
  name: IDEMPOTENCY_KEY,
  in: 'header',
  description:
    `Your own name for this request, in double quotes or bare: 1 to ${LONGEST_KEY} visible ASCII characters. For 24 ` +
    'hours the same request under the same key is done at most once and gets the first answer again, so that you can ' +
    'repeat it when an answer was lost. Answers that may change a moment later are not repeated: 401, 413, 429, 5xx and ' +
    '`payment_in_progress`. Give every new request a new key, another attempt to pay included.',
  schema: { type: 'string', examples: [exampleKey(operationId)] },
});

const REPLAYED_HEADER = {
  [REPLAYED]: {
    description: '`true` when this is the answer the first request with this key got.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** A POST may carry an idempotency key. */
export const keyParameter = ({ method, operationId }: Route): readonly object[] =>
  method === 'post' ? [keyParameterOf(operationId)] : [];

/** The header of answers that may be replayed. */
export const replayedHeader = ({ method }: Route): object => (method === 'post' ? REPLAYED_HEADER : {});

/** What is left of a caller's limits. */
export const RATE_LIMIT_HEADERS = {
  'ratelimit-policy': header(
    'The limit this request counted against: `q` requests in `w` seconds.',
    '"company-reads";q=2000;w=1',
  ),
  ratelimit: header('What is left of it: `r` requests for the next `t` seconds.', '"company-reads";r=1999;t=1'),
};

const ETAG = {
  etag: header('Send it in `If-None-Match` the next time: 304 says that nothing has changed.', 'W/"TSpUSDKbXwJ5E4O1"'),
};
const ETAG_UNLESS_LINKS = { etag: header(`${ETAG.etag.description} None with links.`, 'W/"TSpUSDKbXwJ5E4O1"') };

const ASK_AGAIN = {
  'retry-after': {
    description: 'Seconds after which asking again is worth it; only while something is waited for.',
    schema: { type: 'integer' },
  },
};

const DEPRECATION = {
  deprecation: header('Since when this endpoint is deprecated, in seconds since 1970 (RFC 9745).', '@1798761600'),
  sunset: header('When it will stop answering (RFC 8594).', 'Sat, 01 Jan 2028 00:00:00 GMT'),
  link: header('Where to read how to change over.', '</docs>; rel="deprecation"; type="text/html"'),
};

/** The name under which a browser saves a file. */
const FILE_NAME = {
  'content-disposition': { description: 'The name of the file.', schema: { type: 'string' } },
};

/** The headers of an endpoint's successful answer. */
export const answerHeaders = (route: Route): object => ({
  ...replayedHeader(route),
  ...(route.method === 'get' && (route.hasLinks ? ETAG_UNLESS_LINKS : ETAG)),
  ...(route.askAgain && ASK_AGAIN),
  ...(route.answer.schema === PDF && FILE_NAME),
  ...RATE_LIMIT_HEADERS,
  ...(route.deprecation && DEPRECATION),
});

/** The 304 answer of a GET to a caller that already has the content. */
export const unchangedResponse = ({ method, askAgain, answer }: Route): object =>
  method === 'get'
    ? {
        304: {
          description: 'Nothing has changed since the answer whose `ETag` was sent.',
          headers: { ...ETAG, ...(askAgain && ASK_AGAIN), ...(answer.schema === PDF && FILE_NAME) },
        },
      }
    : {};

/** The note that precedes the description of a deprecated endpoint. */
export const deprecationNote = ({ since, sunset, instead }: Deprecation): string =>
  `**Deprecated** since ${since}${sunset === undefined ? '' : `, and served until ${sunset}`}. Use ${instead}`;

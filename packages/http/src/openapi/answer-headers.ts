import type { Deprecation, Route } from '../route.ts';
import { replayedHeader } from './idempotency.ts';

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
});

/** Where a caller stands with its limits. */
export const RATE_LIMIT_HEADERS = {
  'ratelimit-policy': header(
    'The limits this request counted against: `q` requests in `w` seconds.',
    '"key-reads";q=20000;w=10, "company-reads";q=40000;w=10',
  ),
  ratelimit: header(
    'What is left of each: `r` requests for the next `t` seconds.',
    '"key-reads";r=19999;t=10, "company-reads";r=39999;t=10',
  ),
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

/** The headers of what an endpoint answers when all is well. */
export const answerHeaders = (route: Route): object => ({
  ...replayedHeader(route),
  ...(route.method === 'get' && (route.hasLinks ? ETAG_UNLESS_LINKS : ETAG)),
  ...(route.askAgain && ASK_AGAIN),
  ...RATE_LIMIT_HEADERS,
  ...(route.deprecation && DEPRECATION),
});

/** What a GET answers to who has its answer already. */
export const unchangedResponse = ({ method }: Route): object =>
  method === 'get' ? { 304: { description: 'Nothing has changed since the answer whose `ETag` was sent.' } } : {};

/** What people are told of an endpoint on its way out, in front of what else is said of it. */
export const deprecationNote = ({ since, sunset, instead }: Deprecation): string =>
  `**Deprecated** since ${since}${sunset === undefined ? '' : `, and served until ${sunset}`}. Use ${instead}`;

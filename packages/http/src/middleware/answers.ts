import cors from '@koa/cors';
import type { Clock } from '@vehicle-insurance/core';
import compress from 'koa-compress';
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Deprecation } from '../route.ts';
import type { ApiMiddleware } from '../state.ts';
import { isUnder } from './requests.ts';

/** HSTS for a year: a browser that has reached the service over TLS then uses only TLS. */
const ONLY_BY_TLS = 'max-age=31536000';

const DEFENCES = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Default headers of every response: no caching, MIME sniffing, scripts or framing. A route may override the headers.
 */
export const secureAnswers = ({ overTls }: { readonly overTls: boolean }): ApiMiddleware => {
  const headers = { ...DEFENCES, ...(overTls && { 'strict-transport-security': ONLY_BY_TLS }) };
  return (ctx, next) => {
    ctx.set(headers);
    return next();
  };
};

/** Seconds for which a browser may cache a preflight. */
const ASKED_AGAIN_AFTER = 7_200;

/**
 * CORS: lets pages from these origins (`*`: any) read the responses under these paths. Cookies are not needed, because
 * callers send a key.
 */
export const allowOrigins = (origins: readonly string[], paths: readonly string[]): ApiMiddleware => {
  const allow = cors({
    origin: ({ request }) => {
      const origin = request.get('origin');
      if (origins.includes('*')) return '*';
      return origins.includes(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH'],
    allowHeaders: ['x-api-key', 'idempotency-key', 'content-type', 'x-request-id', 'if-none-match'],
    exposeHeaders: [
      'x-request-id',
      'retry-after',
      'idempotent-replayed',
      'etag',
      'ratelimit',
      'ratelimit-policy',
      'deprecation',
      'sunset',
      'link',
    ],
    maxAge: ASKED_AGAIN_AFTER,
  });
  return async (ctx, next) => {
    await (paths.some((path) => isUnder(path, ctx.path)) ? allow(ctx, next) : next());
  };
};

/** In bytes. Compressing a smaller response costs more than it saves. */
const LARGE = 4_096;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 } };

const compressed = compress({ threshold: LARGE, br: BROTLI, zstd: false, deflate: false });

/**
 * In characters. Compressing a shorter response synchronously takes at most a millisecond. A stream on another thread
 * would take three times as long.
 */
const AT_ONCE = 262_144;

const COMPRESSORS = {
  br: (text: string) => brotliCompressSync(text, BROTLI),
  gzip: (text: string) => gzipSync(text),
};

/** Our preferred encoding among the encodings that the caller names without a weight. */
const encodingFor = (header: string): keyof typeof COMPRESSORS | undefined => {
  const named = header.split(',').map((each) => each.trim());
  return named.includes('br') ? 'br' : named.includes('gzip') ? 'gzip' : undefined;
};

/**
 * Compresses large responses for callers that accept compression. Compression is safe from BREACH: every link has a new
 * signature, so no secret recurs in several responses. Also, no page can make a browser send a caller's key.
 */
export const compressAnswers: ApiMiddleware = async (ctx, next) => {
  await next();
  // Serialises the body once. Otherwise koa-compress and Koa would each serialise the body.
  if (isPlain(ctx.body)) ctx.body = JSON.stringify(ctx.body);
  const { body } = ctx;
  if (isSmall(body)) return ctx.vary('Accept-Encoding');
  const encoding = encodingFor(ctx.get('accept-encoding'));
  if (encoding && typeof body === 'string' && body.length <= AT_ONCE && ctx.method !== 'HEAD') {
    ctx.vary('Accept-Encoding');
    ctx.set('content-encoding', encoding);
    ctx.body = COMPRESSORS[encoding](body);
    return;
  }
  // If the caller accepts none of these encodings, the response is sent uncompressed, because koa-compress would throw.
  if (ctx.acceptsEncodings('br', 'gzip', 'identity') === false) ctx.compress = false;
  await compressed(ctx, async () => undefined);
};

const isPlain = (body: unknown): boolean => typeof body === 'object' && body?.constructor === Object;

/**
 * Whether a response is certainly too small to compress, like most responses. koa-compress needs longer for this check.
 */
const isSmall = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  (typeof body === 'string' && body.length < LARGE && Buffer.byteLength(body) < LARGE);

/** Characters of the hash: 132 bits. */
const TAG_LENGTH = 22;

/** Buffers that many responses share are hashed only once. */
const tags = new WeakMap<Buffer, string>();

const tagOf = (content: string | Buffer): string => {
  const known = typeof content === 'string' ? undefined : tags.get(content);
  const tag = known ?? hash('sha256', content, 'base64url').slice(0, TAG_LENGTH);
  if (typeof content !== 'string') tags.set(content, tag);
  return tag;
};

/**
 * Adds an ETag, a hash of the content, to responses to GET under these paths. Responds with 304 if the caller already
 * has the content. The tag is weak, because the same response may be compressed or not. By default, the caller may
 * cache the response but must revalidate it each time. A response with links has no tag, because links expire.
 */
export const answerUnchanged =
  (paths: readonly string[]): ApiMiddleware =>
  async (ctx, next) => {
    await next();
    const { body, method, path, state } = ctx;
    const asks = (method === 'GET' || method === 'HEAD') && paths.some((under) => isUnder(under, path));
    if (!asks || ctx.status !== 200 || state.route?.hasLinks?.(body)) return;
    const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const tag = tagOf(content);
    ctx.body = content;
    ctx.set('etag', `W/"${tag}"`);
    if (ctx.response.get('cache-control') === 'no-store') ctx.set('cache-control', 'private, no-cache');
    const known = ctx.get('if-none-match');
    if (known !== '' && isAmong(known, tag)) ctx.status = 304;
  };

/**
 * Whether a list of tags, weak or strong, contains this tag. Koa's own comparison ignores tags if the request has
 * `cache-control: no-cache`, which `fetch` adds to any request with a tag.
 */
const isAmong = (list: string, tag: string): boolean =>
  list.trim() === '*' || [...list.matchAll(/"([^"]*)"/g)].some(([, each]) => each === tag);

/** Adds the route's own headers: when to poll again, and whether the endpoint is deprecated. */
export const routeHeaders =
  (clock: Clock): ApiMiddleware =>
  async (ctx, next) => {
    await next();
    const { route } = ctx.state;
    if (route?.deprecation) ctx.set(deprecationHeaders(route.deprecation));
    const seconds = ctx.status === 200 ? route?.scheduleQuery?.(ctx.body, clock.now()) : undefined;
    if (seconds !== undefined) ctx.set('retry-after', String(seconds));
  };

/** RFC 9745 requires seconds since 1970, RFC 8594 an HTTP date. */
const deprecationHeaders = ({ since, sunset, link }: Deprecation) => ({
  deprecation: `@${Date.parse(since) / 1_000}`,
  ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  link: `<${link}>; rel="deprecation"; type="text/html"`,
});

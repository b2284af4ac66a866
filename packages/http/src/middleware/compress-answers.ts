import compress from 'koa-compress';
import { constants } from 'node:zlib';
import type { ApiMiddleware } from '../state.ts';

/** Bytes below which compressing costs more than it saves. */
const LARGE = 4_096;

const compressed = compress({
  threshold: LARGE,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zstd: false,
  deflate: false,
});

/**
 * Compresses large answers for callers who say they can read that. What makes this safe beside TLS: an answer holds no
 * secret that would come again in another one, since every link is signed anew, and nobody can have a browser send the
 * key of somebody else.
 */
export const compressAnswers: ApiMiddleware = async (ctx, next) => {
  // Who can read none of all this gets the answer as it is: koa-compress looks for a compressor all the same, and throws.
  if (ctx.acceptsEncodings('br', 'gzip', 'identity') === false) ctx.compress = false;
  await compressed(ctx, next);
};

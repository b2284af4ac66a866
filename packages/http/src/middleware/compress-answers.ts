import compress from 'koa-compress';
import { constants } from 'node:zlib';

/** Bytes below which compressing costs more than it saves. */
const LARGE = 4_096;

/**
 * Compresses large answers for callers who say they can read that. What makes this safe beside TLS: an answer holds no
 * secret that would come again in another one, since every link is signed anew, and nobody can have a browser send the
 * key of somebody else.
 */
export const compressAnswers = compress({
  threshold: LARGE,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zstd: false,
  deflate: false,
});

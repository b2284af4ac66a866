import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ApiContext } from '../state.ts';

export interface KeptFile {
  readonly type: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** In bytes. Compressing a smaller file saves hardly anything. */
const SMALL = 1_024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Compresses a file once instead of for each request. */
export const keptFile = async (type: string, content: string | Buffer): Promise<KeptFile> => {
  const identity = Buffer.from(content);
  if (identity.length < SMALL) return { type, identity, br: identity, gzip: identity };
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, BROTLI), promisify(gzip)(identity)]);
  return { type, identity, br, gzip: gzipped };
};

const ENCODINGS = ['br', 'gzip', 'identity'] as const;

/**
 * Sends the file in the caller's preferred encoding. All responses share a buffer, so that slow readers use no
 * additional memory.
 */
export const sendKept = (ctx: ApiContext, file: KeptFile): void => {
  const encoding = ENCODINGS.find((each) => each === ctx.acceptsEncodings(...ENCODINGS)) ?? 'identity';
  ctx.compress = false;
  ctx.vary('Accept-Encoding');
  ctx.type = file.type;
  ctx.body = file[encoding];
  if (file[encoding] !== file.identity) ctx.set('content-encoding', encoding);
};

/** Memoises a slow computation. The computation runs on first use, and again after a failure. */
export const memoise = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
};

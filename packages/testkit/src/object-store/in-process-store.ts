import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { ObjectStore } from './object-store.ts';

/**
 * An S3 server in this process that checks signatures. It adds two properties of S3 that the library lacks. It refuses
 * unsigned requests. It stores objects atomically, even if an upload is cut off or two uploads arrive at once.
 */
export const inProcessStore = async (): Promise<ObjectStore> => {
  const directory = mkdtempSync(join(tmpdir(), 'object-store-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  // An interrupted run reaches no hook, but its files must be removed too.
  process.once('exit', remove);
  const app = new S3rver({ directory, silent: true, address: '127.0.0.1', port: 0 });
  app.middleware.unshift(refuseUnsigned, trustForBuckets);
  keepWholeObjects(app.store);
  // Some tests have clients that disconnect during a request.
  app.on('error', () => undefined);
  const { port } = await app.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    stop: async () => {
      app.httpServer.closeAllConnections();
      await app.close();
      remove();
      process.off('exit', remove);
    },
  };
};

const refuseUnsigned: S3rver['middleware'][number] = async (ctx, next) => {
  if ('authorization' in ctx.headers || 'X-Amz-Signature' in ctx.query) return next();
  ctx.status = 403;
  ctx.body = { Error: { Code: 'AccessDenied', Message: 'Access Denied' } };
};

/**
 * The library drops the last slash of a bucket's own URL, so no signature of such a URL matches. Any signature of such
 * a URL is therefore accepted.
 */
const trustForBuckets: S3rver['middleware'][number] = (ctx, next) => {
  if (/^\/[^/]+\/$/.test(ctx.path))
    ctx.app = Object.create(ctx.app, { allowMismatchedSignatures: { value: true } }) as object;
  return next();
};

const keepWholeObjects = (store: S3rver['store']): void => {
  const put = store.putObject.bind(store);
  let before: Promise<unknown> = Promise.resolve();
  store.putObject = async (object) => {
    // Rejects if the rest of the object never arrives.
    const content = await buffer(object.content);
    object.content = Readable.from([content]);
    const turn = before.then(() => put(object));
    before = turn.catch(() => undefined);
    return turn;
  };
};

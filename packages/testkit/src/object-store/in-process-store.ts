import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { ObjectStore } from './object-store.ts';

/**
 * A server in this process that speaks S3 and checks signatures. Two things of S3 are added to it: who does not sign
 * gets nothing, and an object is kept whole or not at all, also where it is cut off or two come at once.
 */
export const inProcessStore = async (): Promise<ObjectStore> => {
  const directory = mkdtempSync(join(tmpdir(), 'object-store-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  // A run that is interrupted reaches no hook; what it stored goes all the same.
  process.once('exit', remove);
  const app = new S3rver({ directory, silent: true, address: '127.0.0.1', port: 0 });
  app.middleware.unshift(refuseUnsigned, trustForBuckets);
  keepWholeObjects(app.store);
  // A client that goes away in the middle is what some tests are about.
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

/** Of a bucket's own address the library forgets the last slash, and so finds no signature right: any will do there. */
const trustForBuckets: S3rver['middleware'][number] = (ctx, next) => {
  if (/^\/[^/]+\/$/.test(ctx.path))
    ctx.app = Object.create(ctx.app, { allowMismatchedSignatures: { value: true } }) as object;
  return next();
};

const keepWholeObjects = (store: S3rver['store']): void => {
  const put = store.putObject.bind(store);
  let before: Promise<unknown> = Promise.resolve();
  store.putObject = async (object) => {
    // Rejects when the rest never comes.
    const content = await buffer(object.content);
    object.content = Readable.from([content]);
    const turn = before.then(() => put(object));
    before = turn.catch(() => undefined);
    return turn;
  };
};

import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { instantOf, millisecondsOf, type LinkedDocument } from '@vehicle-insurance/core';
import { clockAt, describeContract, linkedDocumentsContract } from '@vehicle-insurance/testkit';
import { inProcessStore, testBucket, type ObjectStore, type TestBucket } from '@vehicle-insurance/testkit/object-store';
import { s3Documents, type S3Documents } from '../src/s3-documents.ts';

// The store opens links in real time; only a store in this process can be moved in time.
describe('in a test bucket,', function () {
  this.timeout(60_000);
  const opened: S3Documents[] = [];
  let server: ObjectStore;
  let bucket: TestBucket;
  before(async () => {
    server = await inProcessStore();
    bucket = await testBucket(server);
  });
  after(async () => {
    await Promise.all(opened.map((documents) => documents.close()));
    await server.stop();
  });
  afterEach(() => mock.timers.reset());

  describeContract(linkedDocumentsContract, 'a bucket', () => {
    const now = new Date();
    mock.timers.enable({ apis: ['Date'], now });
    const clock = clockAt(instantOf(now.toISOString()));
    const prefix = randomUUID();
    const documents = s3Documents({ ...bucket, prefix });
    opened.push(documents);
    return {
      documents,
      linked: { open: (address) => openedAt(`/${bucket.bucket}/${prefix}/`, bucket.endpoint, address) },
      clock: {
        now: clock.now,
        moveTo: (instant) => {
          clock.moveTo(instant);
          mock.timers.setTime(millisecondsOf(instant));
        },
      },
      breakStore: () => Promise.reject(new Error('no case of links breaks the store')),
    };
  });
});

const openedAt = async (folder: string, endpoint: string, address: string): Promise<LinkedDocument | undefined> => {
  const url = URL.parse(address, endpoint);
  if (!url) return undefined;
  const answer = await fetch(url);
  if (!answer.ok) return undefined;
  const shown = answer.headers.get('content-disposition') ?? '';
  return {
    key: url.pathname.slice(folder.length),
    type: answer.headers.get('content-type') as LinkedDocument['type'],
    name: url.searchParams.has('response-content-disposition') ? (/filename="([^"]*)"/.exec(shown)?.[1] ?? null) : null,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
};

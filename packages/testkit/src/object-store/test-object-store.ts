import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { ObjectStore } from './object-store.ts';
import { testStore } from './test-store.ts';

export { inProcessStore } from './in-process-store.ts';
export type { ObjectStore } from './object-store.ts';

/** A separate bucket on the test server. */
export interface TestBucket extends Omit<ObjectStore, 'stop'> {
  readonly bucket: string;
  readonly pathStyle: true;
  /** The keys of the bucket's objects. */
  keys(): Promise<readonly string[]>;
}

/** A fresh bucket, isolated from all other specs. By default, on the server of this run. */
export const testBucket = async (server?: ObjectStore): Promise<TestBucket> => {
  const { endpoint, region, credentials } = server ?? (await testStore());
  const bucket = `test-${randomUUID()}`;
  const withClient = async <Answer>(run: (client: S3Client) => Promise<Answer>): Promise<Answer> => {
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    return run(client).finally(() => client.destroy());
  };
  await withClient((client) => client.send(new CreateBucketCommand({ Bucket: bucket })));
  return {
    bucket,
    region,
    endpoint,
    credentials,
    pathStyle: true,
    keys: async () => {
      const { Contents = [] } = await withClient((client) => client.send(new ListObjectsV2Command({ Bucket: bucket })));
      return Contents.flatMap(({ Key }) => Key ?? []);
    },
  };
};

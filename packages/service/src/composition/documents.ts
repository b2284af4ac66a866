import { join } from 'node:path';
import type { ErrorReporter } from '@vehicle-insurance/core';
import { filesystemDocuments, s3Documents, type BucketProblem } from '@vehicle-insurance/storage';
import type { Variables } from '../configuration/variables.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Storage } from './own-adapters.ts';

/** The document store that the configuration names. */
export const storageOf = async (
  variables: Variables,
  infrastructure: Infrastructure,
  errorReporter: ErrorReporter,
): Promise<Storage> =>
  variables.STORAGE === 's3' ? inBucket(variables, errorReporter) : inFolder(variables, infrastructure, errorReporter);

const inFolder = (
  { DATA_DIR }: Variables,
  { clock, baseUrl, linkSecret }: Infrastructure,
  errorReporter: ErrorReporter,
): Storage => {
  const dir = join(DATA_DIR, 'documents');
  const documents = filesystemDocuments({ dir, baseUrl, secret: linkSecret, clock, errorReporter });
  return { documents, linkedDocuments: documents, check: async () => undefined, close: async () => undefined };
};

const inBucket = async (variables: Variables, errorReporter: ErrorReporter): Promise<Storage> => {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENCRYPTION, S3_KMS_KEY } = variables;
  if (bucket === undefined) throw new Error('S3_BUCKET is missing: set it.');
  const documents = await s3Documents({
    bucket,
    region: variables.S3_REGION,
    endpoint: variables.S3_ENDPOINT,
    publicEndpoint: variables.S3_PUBLIC_ENDPOINT,
    pathStyle: variables.S3_PATH_STYLE,
    credentials:
      S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : undefined,
    encryption: S3_ENCRYPTION === 'none' ? undefined : { method: S3_ENCRYPTION, keyId: S3_KMS_KEY },
    prefix: variables.S3_PREFIX,
    errorReporter,
  });
  return {
    documents,
    linkedDocuments: undefined,
    check: async () => {
      const checked = await documents.check();
      if (checked.isErr()) throw new Error(inWords(checked.error, variables));
    },
    close: documents.close,
  };
};

/** The error message about a bucket, with what to do. */
const inWords = (problem: BucketProblem, { S3_BUCKET, S3_ENDPOINT, S3_REGION }: Variables): string => {
  const server = S3_ENDPOINT ?? `Amazon S3 in ${S3_REGION}`;
  const advice = {
    no_such_bucket: `There is no bucket ${S3_BUCKET} at ${server}. Create it, or correct S3_BUCKET.`,
    access_denied: `${server} denies access to the bucket ${S3_BUCKET}. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, that their user may list the bucket and read, write and delete in it, and this machine's clock.`,
    wrong_region: `The bucket ${S3_BUCKET} is not in ${S3_REGION}. Set S3_REGION to ${regionOf(problem) ?? 'the region in which it was created'}.`,
    no_credentials: `The keys for the bucket ${S3_BUCKET} are missing. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role that may use it.`,
    nothing_kept: `The bucket ${S3_BUCKET} exists, but no document can be stored in it and deleted again. Check S3_ENCRYPTION and S3_KMS_KEY, and that the keys' user may write and delete in it.`,
    unreachable: `${server} cannot be reached. Check S3_ENDPOINT and S3_REGION, S3_PATH_STYLE (most servers other than Amazon's require true), that the server runs, and that this machine may connect to it.`,
  }[problem.code];
  return `${advice} (${problem.detail})`;
};

const regionOf = (problem: BucketProblem): string | undefined =>
  problem.code === 'wrong_region' ? problem.region : undefined;

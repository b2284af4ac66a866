import { S3Client } from '@aws-sdk/client-s3';
import type { S3Store, S3Timeouts } from './s3-store.ts';

/** In milliseconds. All attempts end before a stopping server cuts off its requests, which is after twenty seconds. */
export const USUAL_TIMEOUTS: S3Timeouts = { connection: 2_000, attempt: 8_000, all: 18_000 };

const ATTEMPTS = 3;

/** A client of the server at `endpoint`. Connects with its first request. */
export const s3Client = (store: S3Store, endpoint: string | undefined): S3Client => {
  const { region, credentials, pathStyle = false, timeouts = USUAL_TIMEOUTS } = store;
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: timeouts.connection,
      requestTimeout: timeouts.attempt,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.attempt,
    },
    // Every upload is signed with the hash of its bytes, so the server rejects a corrupted upload. Some servers other
    // than Amazon's do not support the SDK's additional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
};

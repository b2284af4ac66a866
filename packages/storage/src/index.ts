// Stores of documents, in a folder or in a bucket, and the signed links that open them for an hour.

import type { S3Documents } from './s3-documents.ts';
import type { S3Store } from './s3-store.ts';

export { filesystemDocuments, type FilesystemStore } from './filesystem-documents.ts';
export type { S3Documents } from './s3-documents.ts';
export type { S3Encryption, S3Store, S3Timeouts } from './s3-store.ts';
export type { BucketProblem } from './bucket-problem.ts';

/** Stores documents in a bucket of a store that speaks S3. It loads the S3 client only when it is called. */
export const s3Documents = async (store: S3Store): Promise<S3Documents> =>
  (await import('./s3-documents.ts')).s3Documents(store);

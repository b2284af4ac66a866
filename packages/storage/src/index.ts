// Stores of documents, in a folder or in a bucket. Signed links open a document for an hour.

import type { S3Documents } from './s3-documents.ts';
import type { S3Store } from './s3-store.ts';

export { filesystemDocuments, type FilesystemStore } from './filesystem-documents.ts';
export type { S3Documents } from './s3-documents.ts';
export type { S3Encryption, S3Store, S3Timeouts } from './s3-store.ts';
export type { BucketProblem } from './bucket-problem.ts';

/** Stores documents in a bucket of a server that speaks S3. Loads the S3 client only when called. */
export const s3Documents = async (store: S3Store): Promise<S3Documents> =>
  (await import('./s3-documents.ts')).s3Documents(store);

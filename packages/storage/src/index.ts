// Stores of documents, in a folder or in a bucket. Signed links open a document for an hour.

import type { S3Documents } from './s3-documents.ts';
import type { S3Store } from './s3-store.ts';

export { filesystemDocuments, type FilesystemStore } from './filesystem-documents.ts';
export type { S3Documents } from './s3-documents.ts';
export type { S3Credentials, S3CredentialsProvider, S3Encryption, S3Store, S3Timeouts } from './s3-store.ts';
export type { BucketProblem } from './bucket-problem.ts';

/**
 * Stores documents in a bucket of a store that speaks S3. The call loads the S3 client, an optional peer dependency. If
 * the client is not installed, the error names the packages to install.
 */
export const s3Documents = async (store: S3Store): Promise<S3Documents> => {
  const client = await import('./s3-documents.ts').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error(
      'Documents in a bucket require packages that are not installed. Run "npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner", or "npm ci" in a clone of the project.',
      { cause },
    );
  });
  return client.s3Documents(store);
};

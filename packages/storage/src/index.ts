// Stores of documents, in a folder or in a bucket, and the signed links that open them for an hour.

export { filesystemDocuments, type FilesystemStore } from './filesystem-documents.ts';
export { s3Documents, type S3Documents } from './s3-documents.ts';
export type { S3Encryption, S3Store, S3Timeouts } from './s3-store.ts';
export type { BucketProblem } from './bucket-problem.ts';
export { withScriptedOutage } from './scripted-outage.ts';

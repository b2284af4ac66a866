import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import {
  DOCUMENT_TYPES,
  documentTypeOf,
  withExtension,
  type DocumentType,
  type StoredDocument,
} from '@vehicle-insurance/core';
import type { S3Encryption, S3Store } from './s3-store.ts';

/** A document's key in the bucket. */
export const objectKeyOf = ({ prefix = '' }: Pick<S3Store, 'prefix'>, key: string): string => {
  const folder = prefix.replace(/^\/+|\/+$/g, '');
  return folder === '' ? key : `${folder}/${key}`;
};

/**
 * Headers stored with an object, which every link returns: a browser shows the document under a fitting name, and no
 * cache keeps it longer than its link is valid.
 */
export const headersOf = ({ key, type }: StoredDocument): Partial<PutObjectCommandInput> => ({
  ContentType: type,
  ContentDisposition: called(withExtension(key.split('/').at(-1) ?? 'document', type)),
  CacheControl: 'private, no-store',
});

/** A browser shows the document, and saves it under this name. */
export const called = (name: string): string => `inline; filename="${name}"`;

/** How the store is to encrypt an object. */
export const encryptionOf = (encryption: S3Encryption | undefined): Partial<PutObjectCommandInput> => {
  if (!encryption) return {};
  if (encryption.method === 'AES256') return { ServerSideEncryption: 'AES256' };
  return { ServerSideEncryption: 'aws:kms', ...(encryption.keyId && { SSEKMSKeyId: encryption.keyId }) };
};

/** An object as the store answers with it. */
export interface FoundObject {
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

/** The type of a document: its content decides if a tool that restored the bucket wrote another type, or none. */
export const typeOfObject = ({ contentType, bytes }: FoundObject): DocumentType | undefined =>
  DOCUMENT_TYPES.find((known) => known === contentType) ?? documentTypeOf(bytes);

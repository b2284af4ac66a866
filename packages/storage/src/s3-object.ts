import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import {
  DOCUMENT_TYPES,
  documentTypeOf,
  withExtension,
  type DocumentType,
  type StoredDocument,
} from '@vehicle-insurance/core';
import type { S3Encryption, S3Store } from './s3-store.ts';

export const objectKeyOf = ({ prefix = '' }: Pick<S3Store, 'prefix'>, key: string): string => {
  const folder = prefix.replace(/^\/+|\/+$/g, '');
  return folder === '' ? key : `${folder}/${key}`;
};

/**
 * Headers that are stored with an object and returned by every link. A browser shows the document under a suitable
 * name, and no cache stores the document.
 */
export const headersOf = ({ key, type }: StoredDocument): Partial<PutObjectCommandInput> => ({
  ContentType: type,
  ContentDisposition: dispositionOf(withExtension(key.split('/').at(-1) ?? 'document', type)),
  CacheControl: 'private, no-store',
});

/** Lets a browser show the document and save it under this name. */
export const dispositionOf = (name: string): string => `inline; filename="${name}"`;

/** The headers that request the encryption of an object. */
export const encryptionOf = (encryption: S3Encryption | undefined): Partial<PutObjectCommandInput> => {
  if (!encryption) return {};
  if (encryption.method === 'AES256') return { ServerSideEncryption: 'AES256' };
  return { ServerSideEncryption: 'aws:kms', ...(encryption.keyId && { SSEKMSKeyId: encryption.keyId }) };
};

/** An object in the server's response. */
export interface FoundObject {
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

/**
 * The type of a document. If a tool that restored the bucket wrote no type, or one that no document has, the document's
 * bytes decide.
 */
export const typeOfObject = ({ contentType, bytes }: FoundObject): DocumentType | undefined =>
  DOCUMENT_TYPES.find((known) => known === contentType) ?? documentTypeOf(bytes);

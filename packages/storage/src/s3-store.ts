import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { ErrorReporter } from '@vehicle-insurance/core';

/** A bucket, how to reach it, and how documents are kept in it. */
export interface S3Store {
  readonly bucket: string;
  /** The bucket's own region; a server that has none takes any. */
  readonly region: string;
  /** Address of a server that speaks S3; Amazon's own for the region if absent. */
  readonly endpoint?: string | undefined;
  /** The server's address for those who open links; `endpoint` if absent. */
  readonly publicEndpoint?: string | undefined;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle?: boolean;
  /** A key, or what gives one; absent: whatever the SDK finds, such as the role of the machine. */
  readonly credentials?: S3ClientConfig['credentials'];
  /** How the store encrypts objects; the bucket's default if absent. */
  readonly encryption?: S3Encryption | undefined;
  /** A folder in the bucket that contains all keys. */
  readonly prefix?: string | undefined;
  readonly timeouts?: S3Timeouts;
  /** Receives the reason why a document could not be kept, read or removed. */
  readonly errorReporter?: ErrorReporter;
}

/** With keys of the store itself, or of its key management service: a given key, or its default one. */
export type S3Encryption =
  | { readonly method: 'AES256' }
  | { readonly method: 'aws:kms'; readonly keyId?: string | undefined };

/** Limits on waiting for the store, in milliseconds. */
export interface S3Timeouts {
  /** To connect. */
  readonly connection: number;
  /** For one attempt. */
  readonly attempt: number;
  /** For everything, further attempts and their pauses included. */
  readonly all: number;
}

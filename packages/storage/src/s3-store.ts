import type { Incidents } from '@vehicle-insurance/core';

/** A bucket, how to reach it, and how documents are kept in it. */
export interface S3Store {
  readonly bucket: string;
  /** The bucket's own region; a server that has none takes any. */
  readonly region: string;
  /** Address of a server that speaks S3; Amazon's own for the region if absent. */
  readonly endpoint?: string | undefined;
  /** Address whoever opens a link reaches the same server at; `endpoint` if absent. */
  readonly publicEndpoint?: string | undefined;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle?: boolean;
  /** Absent: whatever the SDK finds, such as the role of the machine. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** How the store encrypts what it keeps; as the bucket is set up if absent. */
  readonly encryption?: S3Encryption | undefined;
  /** A folder in the bucket that all keys lie in. */
  readonly prefix?: string | undefined;
  readonly timeouts?: S3Timeouts;
  /** Told why a document could not be kept, read or removed. */
  readonly incidents?: Incidents;
}

/** With keys of the store itself, or of its key management: a given key of it, or its usual one. */
export type S3Encryption =
  { readonly method: 'AES256' } | { readonly method: 'aws:kms'; readonly keyId?: string | undefined };

/** Milliseconds the store is waited for. */
export interface S3Timeouts {
  /** Until it takes a connection. */
  readonly connection: number;
  /** Until it has answered one try. */
  readonly attempt: number;
  /** Until all is over, further tries and their pauses included. */
  readonly all: number;
}

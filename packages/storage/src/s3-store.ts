import type { ErrorReporter } from '@vehicle-insurance/core';

/** A bucket, its server, and how documents are stored in it. */
export interface S3Store {
  readonly bucket: string;
  /** The bucket's region. Servers without regions accept any text. */
  readonly region: string;
  /** The URL of a server that speaks S3. Default: Amazon's server in the region. */
  readonly endpoint?: string | undefined;
  /** The server's URL for callers who open links. Default: `endpoint`. */
  readonly publicEndpoint?: string | undefined;
  /** Whether URLs have the form `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle?: boolean;
  /**
   * An access key, or a function that provides one. By default, the SDK looks for credentials, such as the machine's
   * role.
   */
  readonly credentials?: S3Credentials | S3CredentialsProvider | undefined;
  /** How the server encrypts objects. If absent, the bucket's default applies. */
  readonly encryption?: S3Encryption | undefined;
  /** A folder in the bucket that contains all keys. */
  readonly prefix?: string | undefined;
  readonly timeouts?: S3Timeouts;
  /** Receives the reason why a document could not be stored, read or removed. */
  readonly errorReporter?: ErrorReporter;
}

/** A key of a user of the store. The types are ours, because the SDK is not installed everywhere. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  /** The end of a temporary key. */
  readonly expiration?: Date;
}

/** Provides a key; a new one with `forceRefresh`. The providers of Amazon's SDK have this type. */
export type S3CredentialsProvider = (how?: { readonly forceRefresh?: boolean }) => Promise<S3Credentials>;

/**
 * Encryption with the server's own keys (`AES256`), or with a key of its key management service. Without `keyId`, the
 * key management service uses its default key.
 */
export type S3Encryption =
  | { readonly method: 'AES256' }
  | { readonly method: 'aws:kms'; readonly keyId?: string | undefined };

/** Time limits, in milliseconds. */
export interface S3Timeouts {
  /** To connect. */
  readonly connection: number;
  /** For one attempt. */
  readonly attempt: number;
  /** For all attempts and the pauses between them. */
  readonly all: number;
}

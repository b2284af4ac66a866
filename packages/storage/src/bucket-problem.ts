/** Why a bucket cannot store documents. */
export type BucketProblem =
  | {
      readonly code: 'no_such_bucket' | 'no_credentials' | 'access_denied' | 'nothing_kept' | 'unreachable';
      readonly detail: string;
    }
  | { readonly code: 'wrong_region'; readonly detail: string; readonly region: string | undefined };

/** The SDK's description of a response. Any field may be missing. */
interface Answered {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
  readonly code?: string;
}

/**
 * Why a store did not confirm that the bucket exists. The response has no body, so only its status and the region in
 * its headers show the reason.
 */
export const bucketProblemOf = (cause: unknown, region: string): BucketProblem => {
  const { $metadata, $response } = (cause ?? {}) as Answered;
  const [status, detail] = [$metadata?.httpStatusCode, inShort(cause)];
  const bucketRegion = $response?.headers?.['x-amz-bucket-region'];
  if (status === 301 || (status !== undefined && bucketRegion !== undefined && bucketRegion !== region))
    return { code: 'wrong_region', detail, region: bucketRegion };
  if (status === 404) return { code: 'no_such_bucket', detail };
  if (status === 401 || status === 403) return { code: 'access_denied', detail };
  if (nameOf(cause) === 'CredentialsProviderError') return { code: 'no_credentials', detail };
  return { code: 'unreachable', detail };
};

/**
 * Why a document could not be stored in or deleted from an existing bucket. `unreachable` if there was no response or
 * the server failed, otherwise `nothing_kept`, also for a request that the server does not implement (501).
 */
export const writeProblemOf = (cause: unknown): BucketProblem => {
  const { httpStatusCode: status = 503 } = ((cause ?? {}) as Answered).$metadata ?? {};
  return { code: status < 500 || status === 501 ? 'nothing_kept' : 'unreachable', detail: inShort(cause) };
};

/**
 * Whether the store reported that the object, and not the bucket, does not exist. A proxy in front of an unavailable
 * store may also return a 404, but without this code.
 */
export const isNoSuchObject = (cause: unknown): boolean => nameOf(cause) === 'NoSuchKey';

/** An SDK error without its request and response, which contain keys, signatures and the document itself. */
export const plainCause = (cause: unknown): Error => new Error(inShort(cause));

const inShort = (cause: unknown): string => {
  const { $metadata, code } = (cause ?? {}) as Answered;
  const message = cause instanceof Error ? cause.message : String(cause);
  const status = $metadata?.httpStatusCode;
  const parts = [nameOf(cause), code, status && `HTTP ${status}`, message];
  return [...new Set(parts.filter((part) => part !== undefined && part !== '' && part !== 0))].join(', ');
};

const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : 'Error');

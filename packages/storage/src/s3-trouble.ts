/** Why documents cannot be kept in a bucket. */
export type BucketTrouble =
  | {
      readonly code: 'no_such_bucket' | 'no_credentials' | 'access_denied' | 'nothing_kept' | 'unreachable';
      readonly detail: string;
    }
  | { readonly code: 'wrong_region'; readonly detail: string; readonly region: string | undefined };

/** What the SDK says about an answer. None of it is promised for every error. */
interface Answered {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
  readonly code?: string;
}

/**
 * Why a store refused to say that the bucket is there. Its answer has no body, so all there is to go by is the status
 * and the region the bucket says it is in.
 */
export const bucketTroubleOf = (cause: unknown, region: string): BucketTrouble => {
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

/** Why a bucket that is there did not keep a document, or did not remove it again: refused, unless nobody answered. */
export const keepingTroubleOf = (cause: unknown): BucketTrouble => {
  const { httpStatusCode: status = 503 } = ((cause ?? {}) as Answered).$metadata ?? {};
  return { code: status < 500 || status === 501 ? 'nothing_kept' : 'unreachable', detail: inShort(cause) };
};

/** Whether the store answered that it has no such object, and not that it has no such bucket. */
export const isNoSuchObject = (cause: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOf(cause));

/** An error of the SDK without its copy of request and answer, which hold keys, signatures and the document itself. */
export const plainCause = (cause: unknown): Error => new Error(inShort(cause));

const inShort = (cause: unknown): string => {
  const { $metadata, code } = (cause ?? {}) as Answered;
  const message = cause instanceof Error ? cause.message : String(cause);
  const status = $metadata?.httpStatusCode;
  const parts = [nameOf(cause), code, status && `HTTP ${status}`, message];
  return [...new Set(parts.filter((part) => part !== undefined && part !== '' && part !== 0))].join(', ');
};

const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : 'Error');

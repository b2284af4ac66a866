import { FAULTS, UNAVAILABILITY_MESSAGES, type Unavailability } from '@vehicle-insurance/core';
import type { ApiError, ErrorCode, ErrorWith } from '../api-error.ts';
import { errorView, statusOf } from '../errors.ts';
import type { Route } from '../route.ts';
import { ERROR } from '../views/error.ts';
import { EXAMPLE } from '../views/fields.ts';
import { publishSchema } from './components.ts';
import { LANGUAGE_HEADERS, RATE_LIMIT_HEADERS, replayedHeader } from './headers.ts';

type CodeWithFields = { [Code in ErrorCode]: keyof ErrorWith<Code> extends 'code' ? never : Code }[ErrorCode];
type Samples = { readonly [Code in CodeWithFields]: readonly ErrorWith<Code>[] };

const REASONS = Object.keys(UNAVAILABILITY_MESSAGES) as readonly Unavailability[];

/** Examples of the errors that can have fields besides their code. */
const SAMPLES: Samples = {
  invalid_request: [{ code: 'invalid_request', details: [{ field: 'startDate', message: FAULTS.todayOrLater }] }],
  not_found: [{ code: 'not_found' }],
  rate_limited: [{ code: 'rate_limited', retryAfter: 1 }],
  vehicle_already_exists: [{ code: 'vehicle_already_exists', vehicleId: EXAMPLE.vehicleId }],
  external_id_taken: [{ code: 'external_id_taken', vehicleId: EXAMPLE.vehicleId }],
  payment_in_progress: [
    {
      code: 'payment_in_progress',
      paymentId: EXAMPLE.paymentId,
      paymentUrl: 'https://pay.wave.com/c/cos-1b2c3d4e',
    },
  ],
  coverage_not_available: REASONS.map((reason) => ({ code: 'coverage_not_available', reason })),
  service_unavailable: [{ code: 'service_unavailable' }],
};

const samplesOf = (code: ErrorCode): readonly ApiError[] =>
  (SAMPLES as Partial<Record<ErrorCode, readonly ApiError[]>>)[code] ?? [{ code } as ApiError];

/**
 * All error codes of an endpoint: the endpoint's own codes, those of its query or body, and the codes of every
 * endpoint.
 */
const everyCode = ({ method, errors, query, body }: Route): ReadonlySet<ErrorCode> =>
  new Set<ErrorCode>([
    ...(query ? (['invalid_request'] as const) : []),
    ...(body ? (['invalid_request', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...errors,
    ...(method === 'post' ? (['request_in_progress', 'idempotency_key_reused'] as const) : []),
    'unauthorized',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ]);

/** Every error of an endpoint, by status, each with an example. */
export const errorResponses = (route: Route): Readonly<Record<string, object>> => {
  const samples = [...everyCode(route)].flatMap((code) => samplesOf(code).map((sample, at) => ({ sample, at })));
  const byStatus = Map.groupBy(samples, ({ sample }) => String(statusOf(sample).status));
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => {
      const codes = new Set(errors.map(({ sample }) => `\`${sample.code}\``));
      const examples = errors.map(({ sample, at }) => [
        at === 0 ? sample.code : `${sample.code}_${at + 1}`,
        { value: errorView(sample, 'en') },
      ]);
      const content = { schema: publishSchema(ERROR), examples: Object.fromEntries(examples) as unknown };
      return [
        status,
        {
          description: [...codes].join(', '),
          headers: headersOf(status, errors, route),
          content: { 'application/json': content },
        },
      ];
    }),
  );
};

const headersOf = (status: string, errors: readonly { readonly sample: ApiError }[], route: Route): object => {
  const waits = status === '429' || errors.some(({ sample }) => 'retry-after' in (statusOf(sample).headers ?? {}));
  return {
    ...LANGUAGE_HEADERS,
    ...(waits && RETRY_AFTER),
    ...(status === '429' && RATE_LIMIT_HEADERS),
    ...(status.startsWith('4') && replayedHeader(route)),
  };
};

const RETRY_AFTER = { 'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

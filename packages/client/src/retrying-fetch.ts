import { IDEMPOTENCY_KEY, keyIn } from './idempotency-key.ts';
import { InsuranceConnectionError } from './insurance-connection-error.ts';
import { delayAfter, isInProgress, isTemporary, retryAfter, type ResponseFacts } from './retry-policy.ts';
import type { Time } from './time.ts';

/** Sends a request, like the platform's `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** The dependencies and limits of retries. */
export interface Retrying {
  readonly fetch: Fetch;
  readonly time: Time;
  /** A random number from 0 to 1. */
  readonly chance: () => number;
  /** The maximum number of retries. */
  readonly retries: number;
  /** Milliseconds after which an attempt without a response counts as lost. */
  readonly answerWithin: number;
}

/** Milliseconds to wait for a request in progress, since the API first reported it as in progress. */
const IN_PROGRESS_FOR = 60_000;

/** A completely read response. If the connection is cut in the middle, the response counts as lost. */
interface ReadResponse {
  readonly response: Response;
  readonly facts: ResponseFacts;
}

/**
 * A fetch that retries any request except a POST without a key, which the API might process twice. Returns the API's
 * last response, even an error. Throws `InsuranceConnectionError`, or the reason of the request's own signal.
 */
export const retryingFetch = (dependencies: Retrying): Fetch => {
  const { time, chance, retries } = dependencies;
  return async (request) => {
    const key = keyIn(request.headers.get(IDEMPOTENCY_KEY));
    const maxFailures = request.method === 'POST' && key === null ? 0 : retries;
    let inProgressSince: number | undefined;
    for (let failures = 0; ;) {
      const { answer, failure } = await attempt(request, dependencies);
      // The response carries the key, so that the caller can repeat the request with it.
      if (answer && key !== null) answer.response.headers.set(IDEMPOTENCY_KEY, `"${key}"`);
      if (answer && isInProgress(answer.facts)) {
        inProgressSince ??= time.now();
        if (time.now() - inProgressSince >= IN_PROGRESS_FOR) return answer.response;
        await time.pause(delayAfter(1, answer.facts.retryAfter ?? 1, chance()), request.signal);
        continue;
      }
      // The condition is negated, so that NaN also ends the loop.
      const isLast = !(failures < maxFailures);
      if (answer && (isLast || !isTemporary(answer.facts))) return answer.response;
      if (isLast) throw new InsuranceConnectionError(failure, failures + 1, key);
      failures += 1;
      await time.pause(delayAfter(failures, answer?.facts.retryAfter ?? null, chance()), request.signal);
    }
  };
};

/** The result of one attempt: a response or a failure. */
interface Outcome {
  readonly answer?: ReadResponse;
  readonly failure?: unknown;
}

/** Makes one attempt with a copy of the request, because a body can be read only once. */
const attempt = async (request: Request, { fetch, time, answerWithin }: Retrying): Promise<Outcome> => {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(answerWithin)]);
  try {
    const response = await fetch(new Request(request.clone(), { signal }));
    return { answer: readWhole(response, await response.arrayBuffer(), time.now()) };
  } catch (failure) {
    request.signal.throwIfAborted();
    return { failure };
  }
};

const readWhole = ({ status, statusText, headers, ok }: Response, content: ArrayBuffer, now: number): ReadResponse => {
  const text = new TextDecoder().decode(content);
  const body = parseJson(text);
  const isEmpty = status === 204;
  if (ok && !isEmpty && body === undefined && headers.get('content-type') !== 'application/pdf')
    throw new Error(`The response is not JSON, so it is not from the API. It begins: ${text.slice(0, 80)}`);
  const response = new Response(content.byteLength === 0 ? null : content, { status, statusText, headers });
  return { response, facts: { status, code: codeIn(body), retryAfter: retryAfter(headers, now) } };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const codeIn = (body: unknown): string | undefined => {
  const { code } = (body ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

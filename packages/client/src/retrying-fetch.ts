import { IDEMPOTENCY_KEY, keyIn } from './idempotency-key.ts';
import { InsuranceConnectionError } from './insurance-connection-error.ts';
import { delayAfter, isInProgress, isTemporary, retryAfter, type AnswerFacts } from './retry-policy.ts';
import type { Time } from './time.ts';

/** Sends a request, like the platform's `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** Dependencies and limits of retrying. */
export interface Retrying {
  readonly fetch: Fetch;
  readonly time: Time;
  /** From 0 to 1. */
  readonly chance: () => number;
  /** How many attempts may follow the first. */
  readonly retries: number;
  /** Milliseconds after which an attempt counts as lost. */
  readonly answerWithin: number;
}

/** Milliseconds to wait for the answer of a request that is still being processed, since the API first said so. */
const IN_PROGRESS_FOR = 60_000;

/** An answer read completely, so that a connection cut in the middle of it counts as cut. */
interface Answer {
  readonly response: Response;
  readonly facts: AnswerFacts;
}

/**
 * A fetch that retries where that is safe: reads, setting one field, and a POST under a key. Its answers are
 * JSON, papers or errors; it throws `InsuranceConnectionError`, or the reason of the request's own signal.
 */
export const retryingFetch = (dependencies: Retrying): Fetch => {
  const { time, chance, retries } = dependencies;
  return async (request) => {
    const key = keyIn(request.headers.get(IDEMPOTENCY_KEY));
    const maxFailures = request.method === 'POST' && key === null ? 0 : retries;
    let inProgressSince: number | undefined;
    for (let failures = 0; ;) {
      const { answer, failure } = await attempt(request, dependencies);
      // Every answer carries the key under which the request can be repeated.
      if (answer && key !== null) answer.response.headers.set(IDEMPOTENCY_KEY, `"${key}"`);
      if (answer && isInProgress(answer.facts)) {
        inProgressSince ??= time.now();
        if (time.now() - inProgressSince >= IN_PROGRESS_FOR) return answer.response;
        await time.pause(delayAfter(1, answer.facts.retryAfter ?? 1, chance()), request.signal);
        continue;
      }
      // Written as a negation so that NaN ends it too.
      const isLast = !(failures < maxFailures);
      if (answer && (isLast || !isTemporary(answer.facts))) return answer.response;
      if (isLast) throw new InsuranceConnectionError(failure, failures + 1, key);
      failures += 1;
      await time.pause(delayAfter(failures, answer?.facts.retryAfter ?? null, chance()), request.signal);
    }
  };
};

/** The result of one attempt: an answer, or why there is none. */
interface Outcome {
  readonly answer?: Answer;
  readonly failure?: unknown;
}

/** One attempt. Sends a copy: a body can be read once. */
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

const readWhole = ({ status, statusText, headers, ok }: Response, content: ArrayBuffer, now: number): Answer => {
  const text = new TextDecoder().decode(content);
  const body = parsed(text);
  if (ok && body === undefined && headers.get('content-type') !== 'application/pdf')
    throw new Error(`The answer is no JSON: this is not the API. It begins: ${text.slice(0, 80)}`);
  const response = new Response(content.byteLength === 0 ? null : content, { status, statusText, headers });
  return { response, facts: { status, code: codeIn(body), retryAfter: retryAfter(headers, now) } };
};

const parsed = (text: string): unknown => {
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

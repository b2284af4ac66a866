import { insuranceClient, type InsuranceClientOptions, type Time } from '@vehicle-insurance/client';

export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly credentials: Request['credentials'];
  readonly body: string;
  readonly at: number;
}

/** The server's reaction to a request: a response, a cut connection (an error), or silence. */
export type Step = Response | Error | 'silence';

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response =>
  json(status, { code, message: `Refused: ${code}.` }, headers);

/** A clock that moves only while the client pauses; `onPause` is called before each pause. */
export const steppedTime = (onPause: () => void = () => undefined): Time & { readonly now: () => number } => {
  let now = Date.parse('2026-11-02T08:00:00Z');
  return {
    now: () => now,
    pause: async (milliseconds, signal) => {
      onPause();
      signal?.throwIfAborted();
      now += milliseconds;
    },
  };
};

/** A client whose server reacts with one step per request, and repeats the last; `arrived` has the requests. */
export const scripted = (steps: readonly Step[] | ((request: Arrived) => Step), options: Options = {}) => {
  const { time = steppedTime(), ...rest } = options;
  const arrived: Arrived[] = [];
  const began = time.now();
  const client = insuranceClient({
    baseUrl: 'https://insurance.example/',
    apiKey: 'vi_test_key',
    time,
    chance: () => 1,
    ...rest,
    fetch: async (request) => {
      request.signal.throwIfAborted();
      const { pathname, search } = new URL(request.url);
      const { method, headers, credentials } = request;
      const sent = { method, path: pathname + search, headers, credentials, body: await request.text() };
      const seen = { ...sent, at: time.now() - began };
      arrived.push(seen);
      const step = typeof steps === 'function' ? steps(seen) : steps[Math.min(arrived.length, steps.length) - 1];
      if (step instanceof Response) return step.clone();
      if (step instanceof Error) throw step;
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    },
  });
  return { client, arrived };
};

export type Options = Partial<InsuranceClientOptions>;

export const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => {
      throw new Error(`it should have failed, but returned ${JSON.stringify(value)}`);
    },
    (failure: unknown) => failure,
  );

import { workerData } from 'node:worker_threads';
import { serveRequests } from '../src/thread/serve-requests.ts';

export type MoodyRequest =
  | { readonly say: string }
  /** Answered only after the next request. */
  | { readonly sayLater: string }
  | { readonly fail: string }
  /** Loops for ever. */
  | { readonly hang: true }
  /** Returns a value that cannot be copied between threads. */
  | { readonly sayUnspeakable: true }
  | { readonly exit: number }
  | { readonly crash: string };

let release: (() => void) | undefined;

serveRequests(async (request: MoodyRequest): Promise<string> => {
  if (release) setImmediate(release);
  const answer = (text: string): string => `${String(workerData)}: ${text}`;
  if ('say' in request) return answer(request.say);
  if ('fail' in request) throw new Error(request.fail);
  if ('sayUnspeakable' in request) return (() => undefined) as unknown as string;
  if ('hang' in request) for (;;);
  if ('exit' in request) process.exit(request.exit);
  if ('crash' in request) {
    setImmediate(() => {
      throw new Error(request.crash);
    });
    return new Promise(() => undefined);
  }
  await new Promise<void>((resolve) => {
    release = resolve;
  });
  return answer(request.sayLater);
});

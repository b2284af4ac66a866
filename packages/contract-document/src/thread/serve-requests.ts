import { parentPort } from 'node:worker_threads';

/** A request to a thread. Several requests may be in progress, so each response contains the id of its request. */
export interface ThreadRequest<Input> {
  readonly id: number;
  readonly input: Input;
}

/** The thread's response: a value, or the error with which the request failed. */
export type ThreadResponse<Output> =
  | { readonly id: number; readonly output: Output }
  | { readonly id: number; readonly error: unknown };

/** Called in a thread. Answers every request while the thread lives. A failed request is answered with the error. */
export const serveRequests = <Input, Output>(answer: (input: Input) => Promise<Output>): void => {
  const respond = async ({ id, input }: ThreadRequest<Input>): Promise<ThreadResponse<Output>> => {
    try {
      return { id, output: await answer(input) };
    } catch (error) {
      return { id, error };
    }
  };
  parentPort?.on('message', (request: ThreadRequest<Input>) => {
    void respond(request).then((response) => parentPort?.postMessage(response));
  });
};

import { Worker } from 'node:worker_threads';
import type { ThreadRequest, ThreadResponse } from './serve-requests.ts';

/**
 * A thread that answers requests. It begins with the first request or with `start`. If the thread dies, the next
 * request starts another thread.
 */
export interface WorkerThread<Input, Output> {
  /** Starts the thread before the first request. Does not wait until the thread runs. */
  start(): void;
  /**
   * Copies the request to the thread, and the response back. Rejects if the response is an error or the thread dies.
   */
  request(input: Input): Promise<Output>;
  /** Ends the thread permanently. Open and later requests fail. */
  close(): Promise<void>;
}

/** A thread from its start to its end. */
interface Life<Input, Output> {
  request(input: Input): Promise<Output>;
  end(): Promise<unknown>;
}

/**
 * Runs `file` in a thread. `file` must call `serveRequests`, and can read `workerData` from `node:worker_threads`. A
 * thread that has open requests but answers none for `timeout` milliseconds counts as hanging and is ended.
 */
export const workerThread = <Input, Output>(
  file: URL,
  workerData: unknown,
  timeout: number,
): WorkerThread<Input, Output> => {
  let closed = false;
  let life: Life<Input, Output> | undefined;
  const living = (): Life<Input, Output> => {
    if (closed) throw new Error(`The thread of ${file.pathname} was closed. Create another one.`);
    // The thread does not inherit this process's options, because some of Node's options do not work in threads.
    life ??= begin<Input, Output>(new Worker(file, { workerData, execArgv: [] }), timeout, () => {
      life = undefined;
    });
    return life;
  };
  return {
    start: () => void living(),
    request: async (input) => living().request(input),
    close: async () => {
      closed = true;
      await life?.end();
    },
  };
};

/** An open request keeps the process alive. An idle thread does not. */
const begin = <Input, Output>(worker: Worker, timeout: number, ended: () => void): Life<Input, Output> => {
  const waiting = new Map<number, PromiseWithResolvers<Output>>();
  let count = 0;
  let cause: unknown;
  let silence: NodeJS.Timeout | undefined;
  /** Restarts the time-out at each response, so that a long queue does not count as hanging. */
  const restartTimeout = (): void => {
    clearTimeout(silence);
    if (waiting.size > 0) silence = setTimeout(giveUp, timeout).unref();
  };
  const giveUp = (): void => {
    cause ??= new Error(`It had not answered for ${timeout} milliseconds.`);
    void worker.terminate();
  };
  worker.on('message', (response: ThreadResponse<Output>) => {
    const caller = waiting.get(response.id);
    waiting.delete(response.id);
    restartTimeout();
    if (waiting.size === 0) worker.unref();
    if ('error' in response) caller?.reject(response.error);
    else caller?.resolve(response.output);
  });
  // An uncaught error, which ends the thread.
  worker.once('error', (error) => {
    cause = error;
  });
  worker.once('exit', (code) => {
    clearTimeout(silence);
    ended();
    const error = new Error(`A thread ended with code ${code} before it answered. Try again: a new thread starts.`, {
      cause,
    });
    for (const { reject } of waiting.values()) reject(error);
  });
  // `unref` comes after the listeners, because a message listener keeps the process alive.
  worker.unref();
  return {
    request: (input) => {
      const caller = Promise.withResolvers<Output>();
      const message: ThreadRequest<Input> = { id: (count += 1), input };
      worker.postMessage(message);
      waiting.set(message.id, caller);
      if (waiting.size === 1) restartTimeout();
      worker.ref();
      return caller.promise;
    },
    end: () => worker.terminate(),
  };
};

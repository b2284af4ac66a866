import { Worker } from 'node:worker_threads';
import type { Answer, Question } from './answer-questions.ts';

/** A thread that answers questions. It runs from the first one on; where it died, the next one starts another. */
export interface AnsweringThread<Asked, Told> {
  /** Starts it before the first question, and does not wait until it runs. */
  start(): void;
  /** Both sides are copied between the threads. Fails where the answer is an error, or the thread dies over it. */
  ask(asked: Asked): Promise<Told>;
  /** Ends it for good: what was asked and not answered fails, and so does every later question. */
  close(): Promise<void>;
}

/** One life of the thread. */
interface Life<Asked, Told> {
  ask(asked: Asked): Promise<Told>;
  end(): Promise<unknown>;
}

/**
 * `file` calls `answerQuestions`; it finds `workerData` in `node:worker_threads`. A thread that owes an answer and gives
 * none for `timeout` milliseconds hangs: it is ended, as if it had died.
 */
export const answeringThread = <Asked, Told>(
  file: URL,
  workerData: unknown,
  timeout: number,
): AnsweringThread<Asked, Told> => {
  let closed = false;
  let life: Life<Asked, Told> | undefined;
  const living = (): Life<Asked, Told> => {
    if (closed) throw new Error(`The thread of ${file.pathname} was closed. Make another one.`);
    // It runs its file the same way however this process was started: some of Node's options suit no thread.
    life ??= begin<Asked, Told>(new Worker(file, { workerData, execArgv: [] }), timeout, () => {
      life = undefined;
    });
    return life;
  };
  return {
    start: () => void living(),
    ask: async (asked) => living().ask(asked),
    close: async () => {
      closed = true;
      await life?.end();
    },
  };
};

/** The process is kept alive by a question that waits for its answer, and never by a thread that has nothing to do. */
const begin = <Asked, Told>(worker: Worker, timeout: number, ended: () => void): Life<Asked, Told> => {
  const waiting = new Map<number, PromiseWithResolvers<Told>>();
  let count = 0;
  let cause: unknown;
  let silence: NodeJS.Timeout | undefined;
  /** Counted from the last sign of life: a long row of questions is no hang. */
  const listenOn = (): void => {
    clearTimeout(silence);
    if (waiting.size > 0) silence = setTimeout(giveUp, timeout).unref();
  };
  const giveUp = (): void => {
    cause ??= new Error(`It had said nothing for ${timeout} milliseconds.`);
    void worker.terminate();
  };
  worker.on('message', (answer: Answer<Told>) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    listenOn();
    if (waiting.size === 0) worker.unref();
    if ('error' in answer) asker?.reject(answer.error);
    else asker?.resolve(answer.told);
  });
  // An error that was not caught over there: the end of the thread follows it.
  worker.once('error', (error) => {
    cause = error;
  });
  worker.once('exit', (code) => {
    clearTimeout(silence);
    ended();
    const error = new Error(`A thread ended with code ${code} before it answered. Ask again: another will.`, { cause });
    for (const { reject } of waiting.values()) reject(error);
  });
  // After its listeners: to listen for messages is to hold the process.
  worker.unref();
  return {
    ask: (asked) => {
      const asker = Promise.withResolvers<Told>();
      const question: Question<Asked> = { id: (count += 1), asked };
      worker.postMessage(question);
      waiting.set(question.id, asker);
      if (waiting.size === 1) listenOn();
      worker.ref();
      return asker.promise;
    },
    end: () => worker.terminate(),
  };
};

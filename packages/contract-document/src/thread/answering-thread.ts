import { Worker } from 'node:worker_threads';
import type { Answer, Question } from './answer-questions.ts';

/** A thread that answers questions. The first question starts it; after it has died, the next one starts another. */
export interface AnsweringThread<Asked, Told> {
  /** Starts it before the first question, without waiting until it runs. */
  start(): void;
  /** Question and answer are copied between the threads. Rejects where the answer is an error, or the thread dies. */
  ask(asked: Asked): Promise<Told>;
  /** Ends it for good: questions without an answer fail, and so does every later one. */
  close(): Promise<void>;
}

/** One life of the thread. */
interface Life<Asked, Told> {
  ask(asked: Asked): Promise<Told>;
  end(): Promise<unknown>;
}

/**
 * `file` calls `answerQuestions`; it finds `workerData` in `node:worker_threads`. A thread that has open questions and
 * answers none for `timeout` milliseconds hangs: it is ended, as if it had died.
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
    // Independent of how this process was started: some of Node's options suit no thread.
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

/** An open question keeps the process alive; an idle thread does not. */
const begin = <Asked, Told>(worker: Worker, timeout: number, ended: () => void): Life<Asked, Told> => {
  const waiting = new Map<number, PromiseWithResolvers<Told>>();
  let count = 0;
  let cause: unknown;
  let silence: NodeJS.Timeout | undefined;
  /** Restarted at each answer: a long row of questions is no hang. */
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
  // An uncaught error in the thread, which ends after it.
  worker.once('error', (error) => {
    cause = error;
  });
  worker.once('exit', (code) => {
    clearTimeout(silence);
    ended();
    const error = new Error(`A thread ended with code ${code} before it answered. Ask again: another will.`, { cause });
    for (const { reject } of waiting.values()) reject(error);
  });
  // After its listeners: listening for messages keeps the process alive.
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

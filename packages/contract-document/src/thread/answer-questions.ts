import { parentPort } from 'node:worker_threads';

/** A question to a thread. Several may be under way: the id says which one an answer belongs to. */
export interface Question<Asked> {
  readonly id: number;
  readonly asked: Asked;
}

/** The thread's answer: a value, or the error it failed with. */
export type Answer<Told> =
  | { readonly id: number; readonly told: Told }
  | { readonly id: number; readonly error: unknown };

/** Inside a thread: answers every question, as long as the thread lives. A failure is returned as an error. */
export const answerQuestions = <Asked, Told>(answer: (asked: Asked) => Promise<Told>): void => {
  const reply = async ({ id, asked }: Question<Asked>): Promise<Answer<Told>> => {
    try {
      return { id, told: await answer(asked) };
    } catch (error) {
      return { id, error };
    }
  };
  parentPort?.on('message', (question: Question<Asked>) => {
    void reply(question).then((told) => parentPort?.postMessage(told));
  });
};

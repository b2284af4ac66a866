import { parentPort } from 'node:worker_threads';

/** What is put to a thread. Several may be under way: the number says which one an answer belongs to. */
export interface Question<Asked> {
  readonly id: number;
  readonly asked: Asked;
}

/** What the thread says to it: a value, or the error by which it failed. */
export type Answer<Told> =
  { readonly id: number; readonly told: Told } | { readonly id: number; readonly error: unknown };

/** Inside a thread: answers every question, for as long as it lives. An answer that fails is told as such. */
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

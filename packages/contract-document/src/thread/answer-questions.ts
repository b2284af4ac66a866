import { parentPort } from 'node:worker_threads';
import type { Answer, Question } from './messages.ts';

/** Inside a thread: answers whatever is put to it, for as long as it lives. An answer that fails is told as such. */
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

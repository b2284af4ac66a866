import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../src/thread/answer-questions.ts';

export type Asked =
  | { readonly say: string }
  /** Said only after the next question was answered. */
  | { readonly sayLater: string }
  | { readonly fail: string }
  /** Turns in a circle, and hears nobody. */
  | { readonly hang: true }
  /** Answers what no thread can tell another. */
  | { readonly sayUnspeakable: true }
  | { readonly exit: number }
  | { readonly crash: string };

let release: (() => void) | undefined;

answerQuestions(async (asked: Asked): Promise<string> => {
  if (release) setImmediate(release);
  const said = (text: string): string => `${String(workerData)}: ${text}`;
  if ('say' in asked) return said(asked.say);
  if ('fail' in asked) throw new Error(asked.fail);
  if ('sayUnspeakable' in asked) return (() => undefined) as unknown as string;
  if ('hang' in asked) for (;;);
  if ('exit' in asked) process.exit(asked.exit);
  if ('crash' in asked) {
    setImmediate(() => {
      throw new Error(asked.crash);
    });
    return new Promise(() => undefined);
  }
  await new Promise<void>((resolve) => {
    release = resolve;
  });
  return said(asked.sayLater);
});

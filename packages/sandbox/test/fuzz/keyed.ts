import type { WireAnswer } from '../../../http/test/bad-input/wire.ts';
import { jsonIn } from './judge.ts';
import type { Request } from './request.ts';

/** A request under an idempotency key, with its first answer. */
interface First {
  readonly request: Request;
  readonly key: string;
  readonly answer: WireAnswer;
}

const REMEMBERED = 16;
/** Answers that are not kept for repetitions. */
const PASSING = ['payment_in_progress', 'request_in_progress', 'idempotency_key_reused'];

const isKept = ({ status, text }: WireAnswer): boolean =>
  status < 500 && ![401, 405, 413, 415, 429].includes(status) && !PASSING.includes(codeIn(text));
const codeIn = (text: string): string => (jsonIn(text) as { readonly code?: string } | undefined)?.code ?? '';

const isSame = (one: Request, other: Request): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  (one.body?.equals(other.body ?? Buffer.alloc(0)) ?? other.body === undefined);

/** The requests one company has sent under keys. */
export const keyedRequests = () => {
  let firsts: First[] = [];
  return {
    first: (earlier: number): First | undefined => firsts[earlier % firsts.length],
    remember: (request: Request, answer: WireAnswer): void => {
      const key = request.idempotencyKey;
      if (key !== undefined && isKept(answer) && answer.status < 300)
        firsts = [...firsts, { request, key, answer }].slice(-REMEMBERED);
    },
    /** The problems of an answer to a request under the key of an earlier one. */
    problems: (request: Request, first: First, answer: WireAnswer): readonly string[] => {
      const isReplayed = answer.headers['idempotent-replayed'] === 'true';
      if (isSame(request, first.request)) {
        if (answer.status >= 400) return [`refuses a repetition: ${answer.text}`];
        const isOriginal = answer.status === first.answer.status && answer.text === first.answer.text;
        return isOriginal && isReplayed
          ? []
          : [`answers a repetition otherwise: ${answer.text} and not ${first.answer.text}`];
      }
      return answer.status < 400 || isReplayed
        ? [`answers another request under a key that is used: ${answer.status} ${answer.text}`]
        : [];
    },
    /** Keys expire after a day. */
    forget: (): void => {
      firsts = [];
    },
  };
};

import type { Answer, AnswerOnce, KeyedRequest, Result } from '@vehicle-insurance/core';
import { refuse } from '../answer.ts';
import { errorView, statusOf, type ApiError } from '../errors.ts';
import type { Route } from '../route.ts';
import type { ApiContext } from '../state.ts';

/** The header that tells an answer of before. */
export const REPLAYED = 'Idempotent-Replayed';

/** An answer as it is kept, so that the first who asks and all others are sent the same. */
interface Kept {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
}

/** Answers a request under its key: by `respond`, which is told the id of what it creates, or as it was answered before. */
export const answerUnderKey = async (
  ctx: ApiContext,
  { answer: { status } }: Route,
  answerOnce: AnswerOnce,
  request: KeyedRequest,
  respond: (newId: string) => Promise<Result<unknown, ApiError>>,
): Promise<void> => {
  const answered = await answerOnce(request, async (newId) => {
    const view = await respond(newId);
    return view.isOk() ? { text: packed({ status, body: view.value }), final: true } : refusal(view.error);
  });
  if (answered.isErr()) return refuse(ctx, answered.error);
  const kept = JSON.parse(answered.value.text) as Kept;
  if (answered.value.replayed) ctx.set(REPLAYED, 'true');
  ctx.status = kept.status;
  ctx.set(kept.headers ?? {});
  ctx.body = kept.body;
};

const packed = (kept: Kept): string => JSON.stringify(kept);

/** A refusal that the same request may not meet a moment later is not kept for those who repeat it. */
const refusal = (error: ApiError): Answer => {
  const { status, headers } = statusOf(error);
  const passes = status >= 500 || PASSING.includes(status) || error.code === 'payment_in_progress';
  return { text: packed({ status, headers, body: errorView(error) }), final: !passes };
};

/** A bad key, a body that is too long, too many requests. */
const PASSING = [401, 413, 429];

import type { RetryPolicy } from './retry.ts';
import type { Sent, WebhookSender } from './sender.ts';
import type { Claimed, Outcome } from './store/settle.ts';
import type { Endpoint } from './store/tables.ts';
import { signatureHeaders } from './webhook.ts';

export interface AttemptDependencies {
  readonly sender: WebhookSender;
  readonly retry: RetryPolicy;
}

/** The result of an attempt. */
export interface Ended extends Outcome {
  /** Whether the endpoint has answered 410, which means that the endpoint is permanently gone. */
  readonly isGone: boolean;
}

const GONE = 410;

/**
 * Milliseconds until the delivery is due again after a 410. By then, the courier has switched the endpoint off, unless
 * someone has just changed it. The delivery waits until an operator or the company switches the endpoint on again.
 */
const AFTER_GONE = 5_000;

/** Statuses whose `Retry-After` is respected. */
const OVERLOADED: readonly number[] = [429, 503];

/** The maximum pause that an endpoint can request, in milliseconds. */
const LONGEST_QUIET = 3600_000;

/** Sends a claimed delivery once. Returns the attempt and the delivery's next state. */
export const attemptAt = async (
  { address, secrets }: Endpoint,
  claimed: Claimed,
  { sender, retry }: AttemptDependencies,
): Promise<Ended> => {
  const at = new Date();
  const headers = signatureHeaders({ id: claimed.webhook_id, body: claimed.body }, secrets, at);
  const sent = await sender.send({ address, headers, body: claimed.body });
  const attempt = {
    at: at.toISOString(),
    result: String(sent.status ?? sent.problem),
    milliseconds: Date.now() - at.getTime(),
    answer: sent.status === null ? '' : sent.answer,
  };
  return { claimed, attempt, ...next(sent, claimed.attempts, retry) };
};

/**
 * Decides the next state. A `Retry-After` does not shorten the retry policy's delay. Otherwise, an endpoint could use
 * up its attempts within minutes.
 */
const next = (
  sent: Sent,
  attempts: number,
  retry: RetryPolicy,
): Pick<Ended, 'becomes' | 'after' | 'isGone' | 'quiet'> => {
  const { status } = sent;
  if (status !== null && status >= 200 && status < 300)
    return { becomes: 'delivered', after: 0, isGone: false, quiet: 0 };
  if (status === GONE) return { becomes: 'waiting', after: AFTER_GONE, isGone: true, quiet: 0 };
  const quiet = status !== null && OVERLOADED.includes(status) ? Math.min(sent.retryAfter ?? 0, LONGEST_QUIET) : 0;
  const delay = retry(attempts, Math.random());
  return delay === undefined
    ? { becomes: 'given_up', after: 0, isGone: false, quiet }
    : { becomes: 'waiting', after: Math.max(delay, quiet), isGone: false, quiet };
};

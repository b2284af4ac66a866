import { randomUUID } from 'node:crypto';
import type { RetryPolicy } from './retry.ts';
import type { WebhookSender } from './sender.ts';
import type { Claimed } from './store/deliveries.ts';
import type { Store } from './store/open-store.ts';
import type { Endpoint } from './store/tables.ts';
import { trigger } from './trigger.ts';
import { signatureHeaders } from './webhook.ts';

/** What all lanes share. */
export interface LaneDependencies {
  readonly store: Store;
  readonly sender: WebhookSender;
  readonly retry: RetryPolicy;
  readonly report: Report;
}

/** Says what has happened, for the log. */
export type Report = (what: string, fields: Readonly<Record<string, unknown>>) => void;

/** Delivers to one endpoint, which no other endpoint holds up. */
export interface Lane {
  /** Its address and secrets from now on. */
  readonly use: (endpoint: Endpoint) => void;
  /** Something may be due. */
  readonly fire: () => void;
  /** Claims nothing more, and resolves when what is under way has ended. */
  readonly stop: () => Promise<void>;
}

/** Attempts under way at once at one endpoint. */
const WIDTH = 8;

/** Milliseconds between looks at what has become due. */
const ROUND = 500;

const GONE = 410;

/** Milliseconds: by then its lane has ended. What waits is kept for when it is switched on again. */
const AFTER_GONE = 5_000;

/** Starts delivering to an endpoint. */
export const openLane = (first: Endpoint, { store, sender, retry, report }: LaneDependencies): Lane => {
  let endpoint = first;
  let isStopped = false;
  const due = trigger();
  const underWay = new Set<Promise<void>>();

  const attempt = async (claimed: Claimed): Promise<void> => {
    const { address, secrets, id } = endpoint;
    const headers = signatureHeaders({ id: claimed.webhook_id, body: claimed.body }, secrets, new Date());
    const sent = await sender.send({ address, headers, body: claimed.body });
    const result = String(sent.status ?? sent.problem);
    report('attempt', { endpoint: id, position: claimed.position, attempts: claimed.attempts, result });
    if (sent.status !== null && sent.status >= 200 && sent.status < 300) return store.delivered(claimed, result);
    if (sent.status === GONE) {
      await store.changeEndpoint(endpoint, { is_on: false, off_reason: 'It answered 410: it is gone.' });
      return store.tryAgain(claimed, result, AFTER_GONE);
    }
    const delay = retry(claimed.attempts, Math.random());
    return delay === undefined ? store.giveUp(claimed, result) : store.tryAgain(claimed, result, delay);
  };

  const begin = (claimed: Claimed): void => {
    const running = attempt(claimed)
      // Its lease ends by itself, and it is claimed again.
      .catch((error: unknown) => report('failed', { endpoint: endpoint.id, error: (error as Error).message }))
      .finally(() => {
        underWay.delete(running);
        due.fire();
      });
    underWay.add(running);
  };

  const work = async (): Promise<void> => {
    while (!isStopped) {
      const free = WIDTH - underWay.size;
      if (free > 0)
        try {
          for (const claimed of await store.claim(endpoint.id, free, randomUUID())) begin(claimed);
        } catch (error) {
          report('failed', { endpoint: endpoint.id, error: (error as Error).message });
        }
      await due.wait(ROUND);
    }
    await Promise.all(underWay);
  };

  const working = work();
  return {
    use: (changed) => {
      endpoint = changed;
    },
    fire: due.fire,
    stop: () => {
      isStopped = true;
      due.fire();
      return working;
    },
  };
};

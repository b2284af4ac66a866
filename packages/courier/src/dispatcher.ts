import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { attemptAt, type AttemptDependencies, type Ended } from './attempt.ts';
import type { Store } from './store/open-store.ts';
import type { Claimed } from './store/settle.ts';
import { GONE, type Endpoint } from './store/tables.ts';
import { trigger } from './trigger.ts';

export interface DispatcherDependencies extends AttemptDependencies {
  readonly store: Store;
  readonly report: Report;
}

/** Writes a log line: what happened, with details as fields. */
export type Report = (what: string, fields: Readonly<Record<string, unknown>>) => void;

/** Delivers to endpoints. A slow endpoint never delays another endpoint. */
export interface Dispatcher {
  /** Sets the endpoints, with their current URLs and secrets. Only these endpoints receive deliveries from then on. */
  readonly use: (endpoints: readonly Endpoint[]) => void;
  /** Call this when a delivery may be due. */
  readonly fire: () => void;
  /** Claims no more deliveries, and resolves when attempts in progress have ended. */
  readonly stop: () => Promise<void>;
}

/** The attempts in progress at an endpoint. */
interface Lane {
  endpoint: Endpoint;
  /** The number of claimed deliveries whose outcome is not stored yet. */
  claimed: number;
  mayBeDue: boolean;
  /**
   * When the endpoint's pause ends, on the clock `performance.now()`. Other processes read the pause from the database,
   * once the attempt's outcome is stored.
   */
  quietUntil: number;
}

/**
 * The maximum number of deliveries that this process sends to one endpoint at once. A limit over all endpoints would be
 * used up by endpoints that do not answer.
 */
const WIDTH = 8;

/** Milliseconds between two checks for deliveries that have become due. */
const ROUND = 500;

/** Milliseconds during which ended attempts are collected, so that one statement can store their outcomes. */
const GATHERING = 5;

/**
 * Starts delivering. In each round, one statement stores the outcomes of ended attempts. Another statement claims
 * deliveries for all endpoints.
 */
export const startDispatcher = (dependencies: DispatcherDependencies): Dispatcher => {
  const { store, report } = dependencies;
  const lanes = new Map<string, Lane>();
  const round = trigger();
  let ended: (readonly [Lane, Ended, Endpoint])[] = [];
  let claimed = 0;
  let lookedAt = -Infinity;
  let isStopped = false;

  const begin = async (lane: Lane, delivery: Claimed): Promise<void> => {
    lane.claimed += 1;
    claimed += 1;
    const { endpoint } = lane;
    const end = await attemptAt(endpoint, delivery, dependencies);
    const { position, attempts } = delivery;
    report('attempt', { endpoint: endpoint.id, position, attempts, result: end.attempt.result });
    lane.quietUntil = Math.max(lane.quietUntil, performance.now() + end.quiet);
    ended.push([lane, end, endpoint]);
    round.fire();
  };

  /**
   * Stores the outcomes of ended attempts. If the database is unavailable, the next round tries again. If a lease ends
   * in the meantime, the webhook is sent again.
   */
  const settle = async (): Promise<void> => {
    const settled = [...ended];
    if (settled.length === 0) return;
    // An endpoint that was changed during the attempt stays on: its next attempt shows whether it is still gone.
    for (const [, , endpoint] of settled.filter(([, { isGone }]) => isGone))
      await store.changeEndpoint(endpoint, { is_on: false, off_reason: GONE });
    await store.settle(settled.map(([, end]) => end));
    ended = ended.slice(settled.length);
    claimed -= settled.length;
    for (const [lane] of settled) {
      lane.claimed -= 1;
      lane.mayBeDue = true;
    }
  };

  const claim = async (): Promise<void> => {
    const now = performance.now();
    const isTime = now - lookedAt >= ROUND;
    if (isTime) lookedAt = now;
    const wanting = [...lanes.values()].filter(
      (lane) => (lane.mayBeDue || isTime) && lane.claimed < WIDTH && lane.quietUntil <= now,
    );
    if (wanting.length === 0) return;
    for (const lane of wanting) lane.mayBeDue = false;
    const byId = new Map(wanting.map((lane) => [lane.endpoint.id, lane]));
    const rooms = [...byId].map(([endpoint, lane]) => ({ endpoint, free: WIDTH - lane.claimed }));
    for (const delivery of await store.claim(rooms, randomUUID())) {
      const lane = byId.get(delivery.endpoint_id);
      if (lane) void begin(lane, delivery);
    }
  };

  const work = async (): Promise<void> => {
    while (!isStopped || claimed > 0) {
      try {
        await settle();
        if (!isStopped) await claim();
      } catch (error) {
        report('failed', { error: (error as Error).message });
        // The claims need no release: their leases expire, and another process delivers.
        if (isStopped) return;
      }
      await round.wait(ROUND);
      await pause(GATHERING);
    }
  };

  const working = work();
  return {
    use: (endpoints) => {
      const on = new Map(endpoints.map((each) => [each.id, each]));
      for (const id of lanes.keys()) if (!on.has(id)) lanes.delete(id);
      for (const [id, endpoint] of on) {
        const lane = lanes.get(id);
        if (lane) {
          // Forgets the pause of a changed endpoint, because a person who switches an endpoint on expects deliveries at
          // once.
          if (lane.endpoint.version !== endpoint.version) lane.quietUntil = 0;
          lane.endpoint = endpoint;
        } else lanes.set(id, { endpoint, claimed: 0, mayBeDue: true, quietUntil: 0 });
      }
    },
    fire: () => {
      for (const lane of lanes.values()) lane.mayBeDue = true;
      round.fire();
    },
    stop: () => {
      isStopped = true;
      round.fire();
      return working;
    },
  };
};

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

/** Writes a line of the log: what happened, with details as fields. */
export type Report = (what: string, fields: Readonly<Record<string, unknown>>) => void;

/** Delivers to endpoints. A slow endpoint never delays another. */
export interface Dispatcher {
  /**
   * Sets the endpoints, with their current addresses and secrets. From then on, only these endpoints receive
   * deliveries.
   */
  readonly use: (endpoints: readonly Endpoint[]) => void;
  /** Call this when a delivery may be due. */
  readonly fire: () => void;
  /** Claims no more deliveries, and resolves when attempts in progress have ended. */
  readonly stop: () => Promise<void>;
}

/** The attempts in progress at an endpoint. */
interface Lane {
  endpoint: Endpoint;
  /** How many deliveries were claimed and are not yet settled. */
  claimed: number;
  mayBeDue: boolean;
  /**
   * The end of the endpoint's pause, on the clock `performance.now()`. Other processes learn of the pause when the
   * attempt that caused it is settled.
   */
  quietUntil: number;
}

/**
 * Maximum simultaneous deliveries to one endpoint. There is no limit over all endpoints together, because endpoints
 * that do not answer would use it up.
 */
const WIDTH = 8;

/** Milliseconds between two checks for deliveries that have become due. */
const ROUND = 500;

/** Milliseconds during which ended attempts are collected, so that one statement can settle them. */
const GATHERING = 5;

/**
 * Starts delivering. In each round, one statement settles all ended attempts, and another claims deliveries for all
 * endpoints.
 */
export const startDispatcher = (dependencies: DispatcherDependencies): Dispatcher => {
  const { store, report } = dependencies;
  const lanes = new Map<string, Lane>();
  const round = trigger();
  let ended: (readonly [Lane, Ended])[] = [];
  let claimed = 0;
  let lookedAt = -Infinity;
  let isStopped = false;

  const begin = async (lane: Lane, delivery: Claimed): Promise<void> => {
    lane.claimed += 1;
    claimed += 1;
    const end = await attemptAt(lane.endpoint, delivery, dependencies);
    const { endpoint_id: endpoint, position, attempts } = delivery;
    report('attempt', { endpoint, position, attempts, result: end.attempt.result });
    lane.quietUntil = Math.max(lane.quietUntil, performance.now() + end.quiet);
    ended.push([lane, end]);
    round.fire();
  };

  /**
   * Attempts that could not be settled are kept for the next round, so that nothing is sent twice because of a short
   * outage of the database.
   */
  const settle = async (): Promise<void> => {
    const settled = [...ended];
    if (settled.length === 0) return;
    for (const [{ endpoint }] of settled.filter(([, { isGone }]) => isGone))
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
        // Nothing is released: the leases expire, and another process delivers.
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
          // A changed endpoint is tried at once, because an operator who switches it on expects that.
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

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { scriptedServer } from '@vehicle-insurance/testkit';
import { Webhook as Verifier } from 'standardwebhooks';
import { courierWorld } from './courier-world.ts';
import { someEvent } from './some-event.ts';

/** How much is delivered, and how often the courier is killed at it. */
export interface Storm {
  readonly events: number;
  readonly endpoints: number;
  readonly kills: number;
  /** From 0 to 1: how many attempts are refused. */
  readonly failing: number;
  /** Told now and then how many of all deliveries have been taken. */
  readonly onProgress?: (taken: number, all: number) => void;
}

/** What the endpoints have seen. */
export interface Seen {
  /** Different deliveries that were taken. */
  readonly taken: number;
  /** Taken another time. */
  readonly repeated: number;
  /** Taken after a later one of their subject. */
  readonly outOfOrder: number;
  readonly kills: number;
}

const EVENTS_OF_A_SUBJECT = 6;

/** Delivers all events to all endpoints; kills the courier's process at random moments, and starts it again. */
export const killedWhileDelivering = async (storm: Storm): Promise<Seen> => {
  const { events, endpoints, failing, onProgress } = storm;
  const world = await courierWorld();
  const receivers = await Promise.all(Array.from({ length: endpoints }, scriptedServer));
  const subjects = Math.ceil(events / EVENTS_OF_A_SUBJECT);
  for (let position = 1; position <= events; position += 1)
    world.events.push(someEvent(position, { quoteId: `quote-${position % subjects}` }));

  const all = events * endpoints;
  const seen = { taken: 0, repeated: 0, outOfOrder: 0, kills: 0 };
  /** By rising count, when to kill. */
  const moments = Array.from({ length: storm.kills }, () => Math.ceil(Math.random() * (all - 1))).sort((a, b) => a - b);
  let progressed = (): void => undefined;

  for (const receiver of receivers) {
    const { secret } = await world.endpoint(receiver.url);
    const verifier = new Verifier(secret);
    const had = new Uint8Array(events + 1);
    const latest = new Uint32Array(subjects);
    receiver.answer((response, { headers, body }) => {
      const { data } = verifier.verify(body, headers as Record<string, string>) as {
        readonly data: { readonly position: number };
      };
      const { position } = data;
      if (Math.random() < failing) return void response.writeHead(503).end();
      if ((latest[position % subjects] ?? 0) > position) seen.outOfOrder += 1;
      latest[position % subjects] = position;
      if (had[position] === 1) seen.repeated += 1;
      else seen.taken += 1;
      had[position] = 1;
      response.writeHead(204).end();
      progressed();
    });
  }

  let courier: ChildProcess | undefined;
  const start = async (): Promise<ChildProcess> => {
    const words = [join(import.meta.dirname, 'mortal-courier.ts'), world.databaseUrl, world.api.url];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    return child;
  };
  const reached = (count: number): Promise<void> =>
    new Promise((resolve) => {
      progressed = () => {
        if (seen.taken % 1000 === 0) onProgress?.(seen.taken, all);
        if (seen.taken >= count) resolve();
      };
      progressed();
    });
  const kill = async (): Promise<void> => {
    if (!courier) return;
    const ended = once(courier, 'exit');
    courier.kill('SIGKILL');
    await ended;
    courier = undefined;
  };

  try {
    for (const moment of moments) {
      courier ??= await start();
      await reached(moment);
      await kill();
      seen.kills += 1;
      // What it held is free when its leases end, which is not waited for.
      await world.endLeases();
    }
    courier = await start();
    await reached(all);
    return seen;
  } finally {
    await kill();
    await Promise.all(receivers.map((each) => each.close()));
    await world.leave();
  }
};

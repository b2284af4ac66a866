import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import { newSecret } from '../src/secret.ts';
import { courierWorld } from './courier-world.ts';
import { someEvent } from './some-event.ts';

interface Seen {
  taken: number;
  repeated: number;
  refused: number;
  /** Events received after a later event of their subject, or before an earlier event. */
  outOfOrder: number;
  /** Events received while another event of their subject was in progress. */
  overlapping: number;
}

/** Milliseconds that every tenth answer takes. */
const SLOW = 5;

/** An endpoint that verifies webhooks, and keeps the latest number for each subject; events take subjects in turn. */
const receiverOf = async (secret: string, subjects: number, fails: () => boolean, seen: Seen, takes: EventEmitter) => {
  const verifier = new Verifier(secret);
  const latest = new Uint32Array(subjects);
  const underWay = new Uint8Array(subjects);

  const take = (position: number): void => {
    const subject = position % subjects;
    const before = latest[subject] ?? 0;
    if (position === before) seen.repeated += 1;
    else if (position === (before === 0 ? subject || subjects : before + subjects)) {
      latest[subject] = position;
      seen.taken += 1;
    } else seen.outOfOrder += 1;
    takes.emit('taken');
  };

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { data } = verifier.verify(body, request.headers as Record<string, string>) as {
        readonly data: { readonly position: number };
      };
      const subject = data.position % subjects;
      if (underWay[subject] === 1) seen.overlapping += 1;
      underWay[subject] = 1;
      response.once('close', () => (underWay[subject] = 0));
      const answer = (): void => {
        if (fails()) {
          seen.refused += 1;
          if (Math.random() < 0.5) response.writeHead(503).end();
          else response.destroy();
          return;
        }
        take(data.position);
        response.writeHead(204).end();
      };
      if (Math.random() < 0.1) setTimeout(answer, SLOW);
      else answer();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async (): Promise<void> => {
    server.close().closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

export interface Storm {
  readonly events: number;
  readonly endpoints: number;
  /** Share of the endpoints that fail at any time, from 0 to 1; a different set each second. */
  readonly failing: number;
  /** Resolves when the started courier is to be killed; never for the last. */
  readonly nextKill: (reached: (taken: number) => Promise<void>) => Promise<void>;
  /** Whether the deliveries of a killed courier are free at once; otherwise when their leases end, after a minute. */
  readonly endsLeases: boolean;
  readonly onProgress?: (seen: Seen) => void;
}

const EVENTS_OF_A_SUBJECT = 6;

export const killedWhileDelivering = async (storm: Storm) => {
  const { events, endpoints, failing, nextKill, endsLeases, onProgress } = storm;
  const world = await courierWorld();
  const subjects = Math.ceil(events / EVENTS_OF_A_SUBJECT);
  const all = events * endpoints;
  const seen: Seen = { taken: 0, repeated: 0, refused: 0, outOfOrder: 0, overlapping: 0 };
  const takes = new EventEmitter();
  const reached = async (count: number): Promise<void> => {
    while (seen.taken < count) await once(takes, 'taken');
  };

  for (let position = 1; position <= events; position += 1)
    world.events.push(someEvent(position, { quoteId: `quote-${position % subjects}` }));
  const receivers = await Promise.all(
    Array.from({ length: endpoints }, async (_, index) => {
      const fails = (): boolean => ((index * 10) / endpoints + Math.floor(Date.now() / 1000)) % 10 < failing * 10;
      const secret = newSecret();
      const receiver = await receiverOf(secret, subjects, fails, seen, takes);
      await world.endpoint(receiver.url, { secret });
      return receiver;
    }),
  );

  let courier: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const words = [join(import.meta.dirname, 'mortal-courier.ts'), world.databaseUrl, world.api.url];
    courier = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (courier.stdout) await once(courier.stdout, 'data');
  };
  const kill = async (): Promise<void> => {
    if (!courier) return;
    const ended = once(courier, 'exit');
    courier.kill('SIGKILL');
    await ended;
    courier = undefined;
    if (endsLeases) await world.endLeases();
  };

  const progress = setInterval(() => onProgress?.({ ...seen }), 1_000);
  const began = Date.now();
  try {
    const done = reached(all);
    let kills = 0;
    for (;;) {
      await start();
      if (await Promise.race([done.then(() => true), nextKill(reached).then(() => false)])) break;
      await kill();
      kills += 1;
    }
    const seconds = (Date.now() - began) / 1000;
    // Deliveries accepted from a killed courier are sent once more before the store records them.
    while ((await world.store.backlog()).length > 0) await pause(100);
    return { ...seen, kills, seconds };
  } finally {
    clearInterval(progress);
    await kill();
    await Promise.all(receivers.map((each) => each.close()));
    await world.leave();
  }
};

import { setTimeout as pause } from 'node:timers/promises';
import type { TcpProxy } from '@vehicle-insurance/testkit';
import { oneOf, someOf } from '../processes/choose.ts';
import type { Inject } from './pay-under-faults.ts';
import type { LinkName } from './world.ts';

const atRandom =
  (count: number, meanMilliseconds: number, what: string, strike: (...given: Parameters<Inject>) => unknown): Inject =>
  async (injection) => {
    const { random, wait, progress } = injection;
    for (let done = 1; done <= count; done += 1) {
      await wait(2 * meanMilliseconds * random());
      await strike(injection);
      if (done % 10 === 0 || done === count) progress(`${done} of ${count} ${what}`);
    }
  };

export const kills =
  (count: number, meanMilliseconds: number): Inject =>
  async (injection) => {
    const { killed } = injection.world.fleet.counts();
    const remaining = () => killed + count - injection.world.fleet.counts().killed;
    while (remaining() > 0)
      await atRandom(remaining(), meanMilliseconds, 'kills', ({ world }) => world.fleet.killOne())(injection);
  };

export const databaseKills = (count: number, meanMilliseconds: number): Inject =>
  atRandom(count, meanMilliseconds, 'kills of the database', ({ world }) => world.database.lose('at once', 0));

export const nodeKills = (count: number, meanMilliseconds: number): Inject =>
  atRandom(count, meanMilliseconds, 'kills of a node', ({ world: { database }, random }) =>
    database.lose('at once', 2 * meanMilliseconds * random(), Math.floor(database.nodes * random())),
  );

export const notificationsOnAndOff =
  (meanMilliseconds: number, other: Inject): Inject =>
  async (injection) => {
    const { world, random } = injection;
    const { notifications } = world.links;
    const over = new AbortController();
    const switching = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await pause(2 * meanMilliseconds * random(), undefined, { signal: over.signal }).catch(() => undefined);
        await (oneOf(random, [notifications.cut, notifications.mend]) ?? notifications.mend)();
      }
      await notifications.mend();
    };
    const switched = switching();
    await other(injection).finally(() => {
      over.abort();
      return switched;
    });
  };

const LINK_FAILURES: Readonly<Record<string, (link: TcpProxy) => void | Promise<void>>> = {
  'is cut': (link) => link.cut(),
  'hangs without any answer': (link) => link.hang(),
  'is half closed': (link) => link.halfClose(),
  'loses the answers': (link) => link.loseAnswers(),
  'takes half a second': (link) => link.delay(500),
};
/** Milliseconds for which a link fails on average, before it works again. */
const FAILS_FOR = 6_000;
const WORKS_FOR = 3_000;
const USED_WITHIN = 60_000;

/** Lets every link fail in every way, in random order, each in the middle of a call. */
export const linkFailures =
  (most = Infinity): Inject =>
  async ({ world, random, wait, progress }) => {
    const all = Object.keys(LINK_FAILURES).flatMap((how) =>
      (Object.keys(world.links) as LinkName[]).map((link) => [link, how] as const),
    );
    for (const [index, [link, how]] of someOf(random, all, Math.min(most, all.length)).entries()) {
      progress(`${index + 1} of ${all.length}: ${link} ${how}`);
      const unused = wait(USED_WITHIN).then(() => Promise.reject(new Error(`nothing is sent over ${link}`)));
      await Promise.race([world.links[link].used(), unused]);
      await LINK_FAILURES[how]?.(world.links[link]);
      await wait(2 * FAILS_FOR * random()).finally(world.links[link].mend);
      await wait(2 * WORKS_FOR * random());
    }
  };

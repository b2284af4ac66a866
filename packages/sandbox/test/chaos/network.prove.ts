import type { TcpProxy } from '@vehicle-insurance/testkit';
import { printFigures } from './figures.ts';
import { SEED, someOf } from './chosen.ts';
import { freezes, weather, type Weather } from './storm.ts';
import type { LinkName } from './world.ts';

/** How the way between two parts fails. */
const FAILURES: Readonly<Record<string, (way: TcpProxy) => void | Promise<void>>> = {
  'is cut': (way) => way.cut(),
  'hangs, as a black hole does': (way) => way.hang(),
  'is half closed': (way) => way.halfClose(),
  'loses the answers': (way) => way.loseAnswers(),
  'takes half a second': (way) => way.delay(500),
};

/** Milliseconds for which a way fails on average, and then all is well. */
const FAILS_FOR = 6_000;
const WELL_FOR = 3_000;

/** Milliseconds in which every way is used. */
const USED_WITHIN = 60_000;

/** Seconds of a lease, and milliseconds for which a worker stands still at least: longer than those. */
const LEASE = 3;
const STANDS_STILL = 4_000;
const FREEZES = Number(process.env['FREEZES'] ?? 20);
const FLOW = { callers: 12, every: 8_000, atLeast: 12, within: 60 * 60_000 } as const;

/** Every way fails in every manner, one after the other in a random order, each in the middle of a call. */
const failures = async ({ world, random, wait, progress }: Weather): Promise<void> => {
  const all = Object.keys(FAILURES).flatMap((how) =>
    (Object.keys(world.links) as LinkName[]).map((link) => [link, how] as const),
  );
  for (const [index, [link, how]] of someOf(random, all, all.length).entries()) {
    progress(`${index + 1} of ${all.length}: ${link} ${how}`);
    const unused = wait(USED_WITHIN).then(() => Promise.reject(new Error(`nothing is sent over ${link}`)));
    await Promise.race([world.links[link].used(), unused]);
    await FAILURES[how]?.(world.links[link]);
    await wait(2 * FAILS_FOR * random()).finally(world.links[link].mend);
    await wait(2 * WELL_FOR * random());
  }
};

describe('three API processes and three workers on one database', function () {
  this.timeout(0);

  it(`lose nothing while each way between two parts fails in each manner (SEED=${SEED})`, async () => {
    printFigures(await weather({ ...FLOW, seed: SEED, trouble: failures }));
  });

  it(`lose nothing by workers that stand still longer than their leases, ${FREEZES} times (SEED=${SEED})`, async () => {
    printFigures(await weather({ ...FLOW, seed: SEED, leaseSeconds: LEASE, trouble: freezes(FREEZES, STANDS_STILL) }));
  });
});

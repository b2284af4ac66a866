import { SEED } from '../processes/choose.ts';
import { databaseKills, kills, linkFailures, notificationsOnAndOff } from './faults.ts';
import { payUnderFaults } from './pay-under-faults.ts';

const KILLS = Number(process.env['KILLS'] ?? 120);
const DATABASE_KILLS = Number(process.env['DATABASE_KILLS'] ?? 40);
/** Number of link failures to try; by default each link fails in each way. */
const LINK_FAILURES = Number(process.env['LINK_FAILURES'] ?? Infinity);

/** Each paid quote takes about seven requests, so the processes are never idle and never overloaded. */
const FLOW = { callers: 12, every: 8_000, atLeast: 10, within: 60 * 60_000, seed: SEED, printsFigures: true } as const;

describe('three API processes and three workers on one database', function () {
  this.timeout(0);

  it(`lose nothing in ${KILLS} kills at random moments, with and without notifications (SEED=${SEED})`, async () => {
    await payUnderFaults({ ...FLOW, inject: notificationsOnAndOff(20_000, kills(KILLS, 2_000)) });
  });

  it(`lose nothing in ${DATABASE_KILLS} kills of the database at random moments (SEED=${SEED})`, async () => {
    await payUnderFaults({ ...FLOW, inject: notificationsOnAndOff(20_000, databaseKills(DATABASE_KILLS, 4_000)) });
  });

  it(`lose nothing while each link between two parts fails in each way (SEED=${SEED})`, async () => {
    await payUnderFaults({ ...FLOW, inject: linkFailures(LINK_FAILURES) });
  });
});

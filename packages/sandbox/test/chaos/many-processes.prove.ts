import { SEED } from '../processes/choose.ts';
import { databaseKills, kills, linkFailures, notificationsOnAndOff } from './faults.ts';
import { payUnderFaults } from './pay-under-faults.ts';

const KILLS = Number(process.env['KILLS'] ?? 300);
const DATABASE_KILLS = Number(process.env['DATABASE_KILLS'] ?? 100);
/** How many failures of links are tried; by default each link fails in each manner. */
const LINK_FAILURES = Number(process.env['LINK_FAILURES'] ?? Infinity);

/** Each quote paid takes about seven requests: the processes are never idle, and never behind. */
const FLOW = { callers: 12, every: 8_000, atLeast: 10, within: 60 * 60_000, seed: SEED, printsFigures: true } as const;

describe('three API processes and three workers on one database', function () {
  this.timeout(0);

  it(`lose nothing by ${KILLS} kills at random moments, with notifications and without (SEED=${SEED})`, async () => {
    await payUnderFaults({ ...FLOW, inject: notificationsOnAndOff(20_000, kills(KILLS, 2_000)) });
  });

  it(`lose nothing by ${DATABASE_KILLS} kills of the database at random moments (SEED=${SEED})`, async () => {
    await payUnderFaults({ ...FLOW, inject: notificationsOnAndOff(20_000, databaseKills(DATABASE_KILLS, 4_000)) });
  });

  it(`lose nothing while each link between two parts fails in each manner (SEED=${SEED})`, async () => {
    await payUnderFaults({ ...FLOW, inject: linkFailures(LINK_FAILURES) });
  });
});

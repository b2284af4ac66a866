import { SEED } from '../processes/choose.ts';
import { freezes, linkFailures } from './faults.ts';
import { payUnderFaults } from './pay-under-faults.ts';

/** Seconds of a lease, and milliseconds for which a worker stands still at least: longer than a lease. */
const LEASE = 3;
const STANDS_STILL = 4_000;
const FREEZES = Number(process.env['FREEZES'] ?? 20);
/** How many failures of links are tried; by default each link fails in each manner. */
const LINK_FAILURES = Number(process.env['LINK_FAILURES'] ?? Infinity);

const FLOW = { callers: 12, every: 8_000, atLeast: 12, within: 60 * 60_000, seed: SEED, printsFigures: true } as const;

describe('three API processes and three workers on one database', function () {
  this.timeout(0);

  it(`lose nothing while each link between two parts fails in each manner (SEED=${SEED})`, async () => {
    await payUnderFaults({ ...FLOW, inject: linkFailures(LINK_FAILURES) });
  });

  it(`lose nothing by workers that stand still longer than their leases, ${FREEZES} times (SEED=${SEED})`, async () => {
    await payUnderFaults({ ...FLOW, leaseSeconds: LEASE, inject: freezes(FREEZES, STANDS_STILL) });
  });
});

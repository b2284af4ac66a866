import { expect } from 'chai';
import { openCluster, type OpenDatabase } from './databases.ts';
import { SEED } from '../processes/choose.ts';
import { kills, nodeKills } from './faults.ts';
import { payUnderFaults } from './pay-under-faults.ts';

const KILLS = Number(process.env['KILLS'] ?? 6);
const NODE_KILLS = Number(process.env['NODE_KILLS'] ?? 4);

describe('three API processes and three workers on a distributed database', function () {
  this.timeout(60 * 60_000);
  let cluster: OpenDatabase;

  before(async function () {
    const opened = await openCluster();
    if (!opened) {
      process.stderr.write('Skipped: there are neither programs of Citus on this machine nor a container engine.\n');
      return this.skip();
    }
    cluster = opened;
  });

  it(`lose nothing in ${KILLS} kills of processes and ${NODE_KILLS} of nodes at random moments (SEED=${SEED})`, async () => {
    const { killed, refunds, paid, contracts } = await payUnderFaults({
      ...{ seed: SEED, database: cluster, callers: 8, every: 4_000, atLeast: 20, within: 60 * 60_000 },
      ...{ leaseSeconds: 5, printsFigures: true },
      inject: async (injection) => {
        await Promise.all([kills(KILLS, 4_000)(injection), nodeKills(NODE_KILLS, 6_000)(injection)]);
      },
    });
    expect({ killed, refunds }).to.deep.equal({ killed: KILLS, refunds: paid - contracts });
  });
});

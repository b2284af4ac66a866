import { expect } from 'chai';
import { eventually } from '../sandbox.ts';
import { PAYERS, type Journey } from './caller.ts';
import { useFolderWorld } from './folder-world.ts';
import { judgeOutcome, judgeWorld } from './judge.ts';
import type { Case } from './points.ts';
import { MORTAL_SERVICE, STOPPED, type ServiceProcess } from './service-process.ts';
import { findLeases, findUnfinished, withShorterLeases } from './stored-laws.ts';

const LEASE = 3;

/** Milliseconds: the server ends a transaction whose client has been silent for a minute. */
const SERVER_ENDS_WITHIN = 90_000;

const UNFINISHED_TRANSACTIONS = `select pid from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'`;

/** Suspends a worker at each point until another has done its work, then lets it continue with that work. */
export const stoppedAt = (cases: readonly Case[]): void => {
  const world = useFolderWorld();
  const { call, query } = world;
  const journeys: Journey[] = [];
  let worker: ServiceProcess;

  const startWorker = () => world.start(world.beside({ ROLE: 'worker' }), MORTAL_SERVICE);
  before(async () => {
    await world.startHere({ ROLE: 'api' });
    worker = await startWorker();
    await query(withShorterLeases(LEASE));
  });

  for (const [when, { first, givenBack }] of cases)
    it(`leaves a payment ${givenBack ? 'refunded' : 'insured'} exactly once if it is suspended when ${when}`, async () => {
      await worker.setFault({ at: first, signal: 'SIGSTOP' });
      const reached = worker.reached(first);
      const journey = await call.journey({ payer: givenBack ? PAYERS.short : PAYERS.ordinary });
      await reached;
      // A row that the worker has locked in a commit stays locked until the server ends its transaction.
      const ended = eventually(
        async () => [...(await findLeases(query)), ...(await query(UNFINISHED_TRANSACTIONS))],
        ({ length }) => length === 0,
        SERVER_ENDS_WITHIN,
      );
      // It does the work as soon as the lease has ended.
      const [other] = await Promise.all([startWorker(), ended]);
      await (givenBack ? call.refunded : call.insured)(journey.quoteId);
      worker.child.kill('SIGCONT');
      expect(await worker.stop()).to.deep.equal(STOPPED);
      worker = other;
      journeys.push(journey);
      await judgeOutcome(call, journey);
      await eventually(
        async () => [...(await findUnfinished(query)), ...(await findLeases(query))],
        ({ length }) => length === 0,
      );
    });

  it('loses and duplicates nothing in all these suspensions', async () => {
    await judgeWorld(query, [call], journeys);
  });
};

import { tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { useFolderWorld } from '../processes/folder-world.ts';
import { judgeOutcome } from '../processes/judge.ts';
import { eventually, readinessOf, type TestSandbox } from '../sandbox.ts';

/** The authority issues this policyholder's certificate, but its answer is lost. */
const ANSWER_LOST = '0700000013';
const ATTEMPTED = 'select 1 from certificate_request where attempts = 1 and last_error is not null';

describe('a service without its scheduler’s store', function () {
  this.timeout(120_000);
  const world = useFolderWorld();
  const { call, query } = world;
  let store: TcpProxy;
  let api: TestSandbox;
  let worker: TestSandbox;

  before(async () => {
    store = await tcpProxy(world.environment['DATABASE_URL'] ?? '');
    world.defer(store.cut);
    api = await world.startHere({ SCHEDULER_STORE: store.url, ROLE: 'api' });
    worker = await world.startHere(world.beside({ SCHEDULER_STORE: store.url, ROLE: 'worker' }));
  });

  // Proves: api-without-scheduler-store
  it('registers, quotes and accepts payments; the worker reports the outage and catches up', async () => {
    const uncertified = await call.journey({ policyholder: ANSWER_LOST });
    // Its number is lost with the answer, so the next attempt is in a minute.
    await eventually(async () => (await query(ATTEMPTED)).length === 1, Boolean);
    await store.cut();
    const { code, reason } = await eventually(
      () => readinessOf(worker),
      (answer) => answer['reason'] !== undefined,
    );
    expect(reason).to.match(/^scheduler: the store of the scheduler does not answer/);
    expect(code).to.equal(200);
    const unsettled = await call.journey();
    expect(await readinessOf(api)).to.deep.equal({ code: 200, status: 'ready' });
    const pending = [await call.standing(uncertified.quoteId), await call.standing(unsettled.quoteId)];
    expect(pending.map(({ status }) => status)).to.deep.equal(['pending', 'payment_pending']);
    expect((await call.contract(pending[0]?.contractId ?? '')).certificateStatus).to.equal('pending');
    await query('drop schema scheduler_sandbox cascade');
    await query("update certificate_request set due_at = due_at - interval '2 minutes' where due_at is not null");
    await store.mend();
    await Promise.all([uncertified, unsettled].map((journey) => judgeOutcome(call, journey)));
    expect(await readinessOf(worker)).to.deep.equal({ code: 200, status: 'ready' });
  });
});

import { tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { caller, type Caller } from '../processes/caller.ts';
import { sandboxIn } from '../processes/service-process.ts';
import { asSandbox, eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

/** The authority issues this policyholder's certificate, and its answer is lost. */
const ANSWER_LOST = '0700000013';

describe('a service whose scheduler’s store is away', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let sql: pg.Client;
  let store: TcpProxy;
  let api: TestSandbox;
  let worker: TestSandbox;
  let call: Caller;

  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    store = await tcpProxy(database.url);
    const environment = { DATABASE_URL: database.url, SCHEDULER_STORE: store.url };
    api = await startSandbox({ ...environment, ROLE: 'api' });
    worker = await startSandbox({ ...environment, ROLE: 'worker' }, api.dataDir);
    call = caller(() => sandboxIn(api.dataDir));
  });
  after(async () => {
    await worker?.stop({ data: true });
    await api?.stop();
    await store?.cut();
    await sql?.end();
    await database?.drop();
  });

  const readiness = async ({ service }: TestSandbox): Promise<Fields> => {
    const response = await fetch(`${service.url}/health/ready`);
    return { code: response.status, ...((await response.json()) as Fields) };
  };
  const told = () =>
    eventually(
      () => readiness(worker),
      (said) => said['reason'] !== undefined,
    );
  const paid = async (policyHolderPhone?: string) => {
    const { id, vehicleId } = await call.quote(policyHolderPhone);
    const { status, body } = await call.pay(id);
    expect(status).to.equal(201);
    expect(await call.confirm(body.paymentUrl ?? '')).to.equal(200);
    return { id, vehicleId };
  };
  const expectOneOfEach = async ({ id, vehicleId }: Awaited<ReturnType<typeof paid>>) => {
    const { policyNumber } = await call.insured(id);
    expect(await call.contractsOf(vehicleId)).to.have.length(1);
    expect(await call.certificatesOf(policyNumber)).to.have.length(1);
  };

  // Proves: api-without-scheduler-store
  it('registers, quotes and takes payments; the worker says what is wrong, and catches up', async () => {
    await store.cut();
    const { code, reason } = await told();
    expect(reason).to.match(/^scheduler: the store of the scheduler does not answer/);
    expect(code).to.equal(200);
    const made = await paid();
    expect(await readiness(api)).to.deep.equal({ code: 200, status: 'ready' });
    await store.mend();
    await expectOneOfEach(made);
    expect(await readiness(worker)).to.deep.equal({ code: 200, status: 'ready' });
  });

  // Proves: api-without-scheduler-store
  it('loses nothing with the whole of that store, while a payment and a certificate are pending', async () => {
    const uncertified = await paid(ANSWER_LOST);
    // Its number is lost with the answer: its next attempt is in a minute.
    await eventually(
      () => sql.query('select 1 from certificate_request where attempts = 1 and trouble is not null'),
      ({ rowCount }) => rowCount === 1,
    );
    await store.cut();
    await told();
    const unsettled = await paid();
    const pending = [await call.standing(uncertified.id), await call.standing(unsettled.id)];
    expect(pending.map(({ status }) => status)).to.deep.equal(['pending', 'payment_pending']);
    expect((await call.contract(pending[0]?.contractId ?? '')).certificateStatus).to.equal('pending');
    await sql.query('drop schema scheduler_sandbox cascade');
    // As if that minute had passed.
    await sql.query("update certificate_request set due_at = due_at - interval '2 minutes' where due_at is not null");
    await store.mend();
    await Promise.all([uncertified, unsettled].map(expectOneOfEach));
  });
});

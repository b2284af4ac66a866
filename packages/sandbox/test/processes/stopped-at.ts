import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { PAYERS } from '../chaos/careful-caller.ts';
import { BROKEN_CHAINS } from '../chaos/judge.ts';
import { asSandbox, eventually, startSandbox, type TestSandbox } from '../sandbox.ts';
import { caller, type Caller } from './caller.ts';
import type { Crossing } from './fault.ts';
import { strikeAt } from './mortal-process.ts';
import type { Case } from './points.ts';
import { MORTAL_SERVICE, sandboxIn, spawnService, stopServices, type ServiceProcess } from './service-process.ts';

/** Milliseconds: the server ends a transaction whose client has been silent for a minute. */
const SERVER_ENDS_WITHIN = 90_000;

/**
 * Stops a worker at each of the points, as a machine that stands still does, until its lease has ended and another
 * worker has done its work; then lets it go on with what it had in hand: to be called within a `describe`.
 */
export const stoppedAt = (cases: readonly Case[]): void => {
  let database: TestDatabase;
  let sql: pg.Client;
  let api: TestSandbox;
  let call: Caller;
  const stopping: ServiceProcess[] = [];

  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    api = await startSandbox({ DATABASE_URL: database.url, ROLE: 'api' });
    call = caller(() => sandboxIn(api.dataDir));
  });
  after(async () => {
    // One that still stands where it was stopped would never hear that it is to end.
    for (const { child } of stopping) child.kill('SIGCONT');
    await stopServices();
    await api?.stop();
    await sql?.end();
    await database?.drop();
  });

  const startWorker = async (): Promise<ServiceProcess> => {
    const environment = {
      ENVIRONMENT: 'sandbox',
      ROLE: 'worker',
      DATA_DIR: api.dataDir,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
    };
    const worker = spawnService(environment, MORTAL_SERVICE);
    await worker.ready;
    return worker;
  };
  const stopInOrder = async ({ child, ended }: ServiceProcess): Promise<void> => {
    child.kill('SIGTERM');
    expect(await ended).to.deep.equal({ code: 0, signal: null });
  };
  /** A worker that stops where it stands as it comes there; `stopped` resolves when it has. */
  const workerThatStopsAt = async (at: Crossing) => {
    const worker = await startWorker();
    stopping.push(worker);
    await strikeAt(worker, { at, signal: 'SIGSTOP' });
    const stopped = Promise.withResolvers<void>();
    worker.child.on('message', (said: object) => void ('crossed' in said && said.crossed === at && stopped.resolve()));
    return { worker, stopped: stopped.promise };
  };
  const paid = async (payer: string = PAYERS.ordinary) => {
    const { id, vehicleId } = await call.quote();
    const { body } = await call.pay(id, payer);
    expect(await call.confirm(body.paymentUrl ?? '')).to.equal(200);
    return { id, vehicleId, paymentId: body.id };
  };
  /**
   * As if their time had passed. What is locked by a worker that stands still in a commit waits for the server to end
   * it.
   */
  const endLeases = () =>
    eventually(
      async () => {
        for (const table of ['payment', 'refund', 'certificate_request', 'contract'])
          await sql.query(`update ${table} set leased_until = clock_timestamp() where ctid in
            (select ctid from ${table} where leased_until > clock_timestamp() for update skip locked)`);
        const { rows } = await sql.query<{ count: number }>(STILL_LEASED);
        return rows[0]?.count;
      },
      (count) => count === 0,
      SERVER_ENDS_WITHIN,
    );

  for (const [when, { first, givenBack }] of cases)
    it(`${givenBack ? 'gives money back' : 'is insured'} once, a worker stopped when ${when}`, async () => {
      const { worker, stopped } = await workerThatStopsAt(first);
      const { id, vehicleId, paymentId } = await paid(givenBack ? PAYERS.short : PAYERS.ordinary);
      await stopped;
      await endLeases();
      const other = await startWorker();
      if (givenBack)
        await eventually(
          () => call.standing(id),
          ({ payment }) => payment?.refund?.status === 'done',
        );
      else await call.insured(id);
      worker.child.kill('SIGCONT');
      await stopInOrder(worker);
      await stopInOrder(other);

      const sessions = await call.sessionsOf(paymentId);
      expect(sessions.map(({ refunds }) => refunds.length)).to.deep.equal([givenBack ? 1 : 0]);
      const contracts = await call.contractsOf(vehicleId);
      expect(contracts.map(({ certificateStatus }) => certificateStatus)).to.deep.equal(givenBack ? [] : ['issued']);
      for (const { policyNumber } of contracts) expect(await call.certificatesOf(policyNumber)).to.have.length(1);
      expect((await sql.query(BROKEN_CHAINS)).rows).to.deep.equal([]);
      expect((await sql.query(NOT_AT_REST)).rows).to.deep.equal([]);
    });

  it('does not record an answer from before a notification after it', async () => {
    const { id } = await call.quote();
    const page = (await call.pay(id)).body.paymentUrl ?? '';
    const { worker, stopped } = await workerThatStopsAt('after mobileMoney.read');
    // As if two minutes had passed, after which a payment without a notification is checked.
    await sql.query(`update payment set due_at = due_at - interval '2 minutes' where status = 'pending'`);
    await stopped;
    expect(await call.confirm(page)).to.equal(200);
    await eventually(
      () => sql.query(`select from payment where status = 'pending' and notified is not null`),
      ({ rowCount }) => rowCount === 1,
    );
    worker.child.kill('SIGCONT');
    // At once: if its old answer were the last word, the payment would be checked only in two minutes.
    await call.insured(id);
    await stopInOrder(worker);
  });
};

const STILL_LEASED = `select count(*)::int from (
    select leased_until from payment union all select leased_until from refund
    union all select leased_until from certificate_request union all select leased_until from contract
  ) leases where leased_until > clock_timestamp()`;

/** A piece of work that is not done or went wrong. */
const NOT_AT_REST = `
  select 'payment' as what, status, trouble from payment where due_at is not null or trouble is not null
  union all select 'refund', status, trouble from refund where status <> 'done' or due_at is not null
  union all select 'contract', status, trouble from contract where due_at is not null
  union all select 'certificate', status, coalesce(concern_why, trouble) from certificate_request
    where status <> 'issued' or concern is not null or due_at is not null`;

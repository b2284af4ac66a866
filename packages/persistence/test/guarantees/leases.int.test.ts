import { later, type Claim, type WorkItem } from '@vehicle-insurance/core';
import {
  aPayment,
  inUnit,
  ROUTINE_PAYMENTS,
  SOME_MORNING,
  storedPayment,
  storedQuote,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { storeForCases } from '../test-store.ts';

const LATER = later(SOME_MORNING, { hours: 24 * 400 });

describe('leases', () => {
  const test = storeForCases();
  let item: WorkItem;
  beforeEach(async () => {
    const { quote } = await storedQuote(test.store.unitOfWork);
    const payment = await storedPayment(test.store.unitOfWork, quote, aPayment());
    item = { kind: 'payments', companyId: payment.companyId, id: payment.id };
  });

  const take = (seconds: number): Promise<Claim | undefined> =>
    inUnit(test.store.unitOfWork, ({ leases }) => leases.take(item, seconds));
  const holds = (claim: Claim): Promise<boolean> => inUnit(test.store.unitOfWork, ({ leases }) => leases.holds(claim));
  it('start when they are taken, not when the unit of work began', async () => {
    const [, before] = await inUnit(test.store.unitOfWork, async ({ leases, payments }) => {
      await payments.find(item.companyId, item.id);
      const read = await test.sql('select clock_timestamp()::text as moment');
      return [await leases.take(item, 60), read[0]?.['moment']] as const;
    });
    const [row] = await test.sql(
      `select leased_until >= $1::timestamptz + interval '60 seconds' as whole from payment where id = $2`,
      [before, item.id],
    );
    expect(row).to.deep.equal({ whole: true });
  });

  it('count as ended if they end while a worker waits for the lock of their row', async () => {
    const claimed = await take(0.5);
    if (!claimed) throw new Error('nobody held the piece, but it could not be claimed');
    const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = inUnit(test.store.unitOfWork, async ({ leases }) => {
      await leases.holds(claimed);
      locked.resolve();
      await mayEnd.promise;
    });
    await locked.promise;
    const asking = holds(claimed);
    const isTrue = async (condition: string): Promise<boolean> => (await test.sql(`select 1 ${condition}`)).length > 0;
    const waiting = 'datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0';
    while (!(await isTrue(`from pg_stat_activity where ${waiting}`)));
    while (!(await isTrue(`from payment where id = '${item.id}' and leased_until < clock_timestamp()`)));
    mayEnd.resolve();
    await locking;
    expect(await asking).to.equal(false);
  });

  it('of killed processes can be ended by a process that is alone on the database', async () => {
    await take(3600);
    const request = { companyId: item.companyId, key: 'order-7', fingerprint: 'a' };
    const given = { id: item.id, now: SOME_MORNING, expires: LATER };
    for (const _ of [1, 2]) {
      expect((await test.store.idempotencyKeys.claim(request, given, 3_600)).is).to.equal('held');
      await test.store.clearLeases();
    }
    const claims = await test.store.dueWork.claim(ROUTINE_PAYMENTS, LATER, 100);
    expect(claims.map(({ id }) => id)).to.include(item.id);
  });
});

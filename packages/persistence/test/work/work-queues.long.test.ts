import type { WorkQueue } from '@vehicle-insurance/core';
import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type pg from 'pg';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { dueWork } from '../../src/work/due-work.ts';
import { explaining, type Plan } from '../size/counting-buffers.ts';
import { uncheckedDatabase } from '../size/grown.ts';

const FEW = 100;
const MANY = 5_000;

/** One or two more index levels for each of the few places that a statement reads. */
const MARGIN = 30;

/** Payments or refunds at a provider: `count` are due, and ten times as many are not due yet. */
const WAITING = {
  payments: (provider: string, count: number) => `
    insert into payment (company_id, id, quote_id, status, provider, payer, amount, fees, session_id, processing_seen,
      created, due_at, attempts)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'pending', '${provider}', '+2250701020304', 1, 1, n,
      false, now(), '${SOME_MORNING}'::timestamptz + interval '1 minute' * (n / ${count} * 60 - 1), 0
    from generate_series(0, ${count * 11}) n`,
  refunds: (provider: string, count: number) => `
    insert into refund (company_id, id, payment_id, provider, session_id, status, amount, created, due_at, attempts)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '${provider}', n, 'due', 1, now(),
      '${SOME_MORNING}'::timestamptz + interval '1 minute' * (n / ${count} * 60 - 1), 0
    from generate_series(0, ${count * 11}) n`,
} as const;

describe('claiming the work at one provider', function () {
  this.timeout(120_000);
  let client: pg.Client;
  let store: TypedDatabase;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ client, store, close } = await uncheckedDatabase());
  });
  afterEach(() => close());

  for (const plan of ['force_custom_plan', 'force_generic_plan'] as const satisfies readonly Plan[])
    for (const kind of ['payments', 'refunds'] as const)
      it(`costs the same even if many ${kind} wait for another provider (${plan})`, async () => {
        const costs: number[] = [];
        const at = (provider: string): WorkQueue =>
          kind === 'payments' ? { kind, provider, urgent: false } : { kind, provider };
        await client.query(WAITING[kind]('here', 2));
        const measured: (readonly number[])[] = [];
        for (const waiting of [FEW, MANY]) {
          await client.query(WAITING[kind]('away', waiting));
          await client.query('vacuum analyze payment, refund');
          // A new port has to find the providers again.
          const { queues, claim } = dueWork(explaining(client, store, plan, (_, __, buffers) => costs.push(buffers)));
          expect(await queues([kind], SOME_MORNING)).to.have.deep.members([at('here'), at('away')]);
          expect(await claim(at('here'), SOME_MORNING, 1)).to.have.length(1);
          expect(await claim(at('away'), SOME_MORNING, 8)).to.have.length(8);
          measured.push(costs.splice(0));
        }
        const [few = [], many = []] = measured;
        // The first statement that changes a table reads more pages, so only the most expensive statements are
        // compared.
        expect(many, `${few.join()} and ${many.join()}`).to.have.length(few.length);
        expect(Math.max(...many) - Math.max(...few), `${few.join()} and ${many.join()}`).to.be.at.most(MARGIN);
      });
});

import {
  LIVE_STATES,
  type Instant,
  type AuditEntry,
  type Notifications,
  type PaymentPause,
  type Payments,
  type Refund,
  type Refunds,
} from '@vehicle-insurance/core';
import { sql } from 'kysely';
import { paymentRead } from '../books/ledger.ts';
import type { Builder } from '../tables/builder.ts';
import { fromAuthor } from '../tables/columns.ts';
import type { RowOf } from '../tables/entities.ts';
import { fromNotification, fromPayment, fromRefund, toNotification, toPayment, toRefund } from '../tables/payment.ts';
import { newRow, rowsOf, type CompanyAndId } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { plain, statement } from '../database/prepared-statement.ts';
import { areIds, storable } from '../database/text.ts';
import type { Recording } from '../history/audit.ts';

export const payments = (builder: Builder, record: Recording) => {
  const rows = rowsOf(builder, 'payment', ['companyId', 'id']);
  const live = rows.finder('live payment', (query, { companyId, quoteId }: { companyId: string; quoteId: string }) =>
    query
      .where('companyId', '=', companyId)
      .where('quoteId', '=', quoteId)
      // The condition of the unique index on live payments, so that the planner uses the index.
      .where(
        'status',
        'in',
        sql<(typeof LIVE_STATES)[number]>`(${sql.join(LIVE_STATES.map((each) => sql.lit(each)))})`,
      ),
  );
  const openings = statement(
    'openings of quote',
    ({ companyId, quoteId, since }: { companyId: string; quoteId: string; since: Instant }) =>
      builder
        .selectFrom('payment')
        .select('created')
        .where('companyId', '=', companyId)
        .where('quoteId', '=', quoteId)
        .where('created', '>', since)
        .where('duplicateOf', 'is', null)
        .orderBy('created'),
  );
  const whose = statement('whose payment', ({ reference }: { reference: string }) =>
    builder.selectFrom('payment_reference').select('companyId').where('paymentId', '=', reference),
  );
  const duplicate = statement(
    'duplicate of payment',
    ({ companyId, duplicateOf, sessionId }: { companyId: string; duplicateOf: string; sessionId: string }) =>
      builder
        .selectFrom('payment')
        .select('id')
        .where('companyId', '=', companyId)
        .where('duplicateOf', '=', duplicateOf)
        .where('sessionId', '=', sessionId)
        .limit(1),
  );
  const refer = statement('add payment reference', ({ companyId, id }: CompanyAndId) =>
    builder.insertInto('payment_reference').values({ paymentId: id, companyId }),
  );

  return (session: Session): Payments => ({
    find: async (companyId, id) => {
      const row = await rows.find(session, companyId, id);
      return row && toPayment(row);
    },
    live: async (companyId, quoteId) => {
      const row = areIds(companyId, quoteId) ? await live(session, { companyId, quoteId }) : undefined;
      return row && toPayment(row);
    },
    openings: async (companyId, quoteId, since) =>
      (await session.run(openings({ companyId, quoteId, since }))).map(({ created }) => created),
    withReference: async (reference) => {
      const [known] = areIds(reference) ? await session.run(whose({ reference })) : [];
      const row = known && (await rows.find(session, known.companyId, reference));
      return row && toPayment(row);
    },
    hasDuplicate: async ({ companyId, id, duplicateOf }, sessionId) =>
      (
        await session.run(
          duplicate({ companyId, duplicateOf: duplicateOf ?? id, sessionId: String(storable(sessionId)) }),
        )
      ).length > 0,
    add: async (payment, entry) => {
      await session.run(refer(payment));
      await rows.add(session, fromPayment(payment));
      await record(session, { what: 'payment', before: null, after: payment, entry });
    },
    save: async (payment, entry) => {
      const before = toPayment(await rows.save(session, fromPayment(payment)));
      await record(session, { what: 'payment', before, after: payment, entry });
    },
  });
};

/** Copies the insurer and the coverage of the quote to a new refund. Parameters: company and id. */
const ASSIGN = `
  update refund set insurer = quote.coverage ->> 'insurer', coverage = quote.coverage ->> 'id'
  from payment join quote on quote.company_id = payment.company_id and quote.id = payment.quote_id
  where refund.company_id = $1 and refund.id = $2
    and payment.company_id = refund.company_id and payment.id = refund.payment_id`;

export const refunds = (builder: Builder, record: Recording) => {
  const rows = rowsOf(builder, 'refund', ['companyId', 'id']);
  const refunded = paymentRead(builder);
  const recordOf = async (session: Session, before: Refund | null, after: Refund, entry: AuditEntry) => {
    const payment = await refunded(session, { companyId: after.companyId, id: after.paymentId });
    if (!payment) throw new Error(`refund ${after.id} has no payment`);
    await record(session, { what: 'refund', before, after, entry, payment });
  };
  return (session: Session): Refunds => ({
    find: async (companyId, id) => {
      const row = await rows.find(session, companyId, id);
      return row && toRefund(row);
    },
    add: async (refund, entry) => {
      if (!(await rows.addUnlessTaken(session, fromRefund(refund)))) return;
      await session.send(plain('assign refund', ASSIGN, [refund.companyId, refund.id]));
      await recordOf(session, null, refund, entry);
    },
    save: async (refund, entry) => {
      const before = toRefund(await rows.save(session, fromRefund(refund)));
      await recordOf(session, before, refund, entry);
    },
  });
};

export const notifications = (builder: Builder) => {
  const rows = rowsOf(builder, 'notification', ['id']);
  /**
   * Two concurrent calls may both find no row and each add a notification. No lock prevents this, because the second
   * notification is processed and deleted like the first.
   */
  const waiting = statement(
    'waiting notification',
    ({ provider, reference }: { provider: string; reference: string }) =>
      builder
        .selectFrom('notification')
        .select('id')
        .where('provider', '=', provider)
        .where('reference', '=', reference)
        .where('dueAt', 'is not', null)
        .limit(1),
  );
  return (session: Session): Notifications => ({
    find: async (id) => {
      const row = await rows.find(session, id);
      return row && toNotification(row);
    },
    add: async (notification) => {
      const row = fromNotification(notification);
      const reference = String(storable(row.reference));
      if ((await session.run(waiting({ ...row, reference }))).length === 0) await rows.add(session, row);
    },
    save: async (notification) => {
      await rows.save(session, fromNotification(notification));
    },
  });
};

export const paymentPause = (builder: Builder) => {
  /** The pause is not cached, because the index finds the last line in one step. */
  const last = statement('is paused', () =>
    builder.selectFrom('payment_pause').select('paused').orderBy('number', 'desc').limit(1),
  );
  const add = statement('add pause', (line: Line) =>
    builder.insertInto('payment_pause').values(newRow('payment_pause', line)),
  );
  type Line = Omit<RowOf<'payment_pause'>, 'number'>;
  return (session: Session): PaymentPause => {
    const turn = async ({ at, why, by }: AuditEntry, paused: boolean): Promise<void> =>
      void (await session.run(add({ paused, at, why, ...fromAuthor(by) })));
    return {
      active: async () => (await session.run(last({})))[0]?.paused ?? false,
      pause: (entry) => turn(entry, true),
      resume: (entry) => turn(entry, false),
    };
  };
};

import type { PaymentDetails, PaymentFilter, PaymentQueries } from '@vehicle-insurance/core';
import { expressionBuilder, sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../entities/entities.ts';
import { toChange } from '../entities/operations.ts';
import { toPayment, toRefund } from '../entities/payment.ts';
import { columnsOf, partOf } from '../entities/selection.ts';
import { once, statement } from '../statement.ts';
import { areIds } from '../text.ts';
import { changesOf } from './changes.ts';

const PAYMENT = partOf('payment');
const REFUND = partOf('refund');

type OfPayment = ExpressionBuilder<Tables, 'payment'>;

/** The refund of the payment's own session. */
const refundOf = (payment: OfPayment) =>
  payment
    .selectFrom('refund')
    .select(columnsOf('refund'))
    .whereRef('refund.companyId', '=', 'payment.companyId')
    .whereRef('refund.provider', '=', 'payment.provider')
    .whereRef('refund.sessionId', '=', 'payment.sessionId')
    .whereRef('refund.paymentId', '=', 'payment.id')
    .limit(1)
    .as('refund');

const withDetails = (payments: SelectQueryBuilder<Tables, 'payment', object>) =>
  payments
    .innerJoin('company', 'company.id', 'payment.companyId')
    .leftJoinLateral(
      (each) => refundOf(each as unknown as OfPayment),
      (join) => join.onTrue(),
    )
    .select([PAYMENT.selected, REFUND.selected, 'company.name as companyName']);

type DetailsRow = NonNullable<Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirst']>>>;

const toDetails = (row: DetailsRow): PaymentDetails => ({
  payment: toPayment(PAYMENT.of(row)),
  refund: REFUND.isIn(row) ? toRefund(REFUND.of(row)) : null,
  companyName: row.companyName,
});

export const paymentQueries = ({ query, builder }: Pick<Database, 'query' | 'builder'>): PaymentQueries => {
  const referred = (ids: unknown) =>
    builder.selectFrom('payment_reference').where('paymentId', '=', sql<string>`any (${ids}::uuid[])`);
  const one = statement('payment', ({ id }: { id: string }) =>
    withDetails(
      builder
        .selectFrom('payment_reference')
        .innerJoin('payment', (join) =>
          join
            .onRef('payment.companyId', '=', 'payment_reference.companyId')
            .onRef('payment.id', '=', 'payment_reference.paymentId'),
        )
        .where('payment_reference.paymentId', '=', id) as never,
    ),
  );
  const refundIds = statement('refunds of payment', ({ companyId, id }: { companyId: string; id: string }) =>
    builder.selectFrom('refund').select('id').where('companyId', '=', companyId).where('paymentId', '=', id),
  );
  const history = changesOf(builder);
  const pause = statement('payment pause', () =>
    builder.selectFrom('payment_pause').select(['paused', 'at', 'why', 'by']).orderBy('number', 'desc').limit(1),
  );

  /**
   * With a filter by refund, from the refunds' index of that state. What belongs to a payment is looked up one by one,
   * for as many as are shown: a join could be planned as a scan of both tables.
   */
  const listed = ({ since, until, companyId, status, refund, ids }: PaymentFilter, limit: number) => {
    const db = expressionBuilder<Tables, never>();
    let chosen = db.selectFrom('payment').select(columnsOf('payment')).limit(limit);
    if (refund !== undefined)
      chosen = db
        .selectFrom('refund')
        .innerJoinLateral(
          (each) =>
            each
              .selectFrom('payment')
              .select(columnsOf('payment'))
              .whereRef('payment.companyId', '=', 'refund.companyId')
              .whereRef('payment.id', '=', 'refund.paymentId')
              .whereRef('payment.provider', '=', 'refund.provider')
              .whereRef('payment.sessionId', '=', 'refund.sessionId')
              .limit(1)
              .as('payment'),
          (join) => join.onTrue(),
        )
        .select(columnsOf('payment'))
        .where('refund.status', '=', sql.lit(refund))
        // A refund is not older than its payment, which bounds the range of the index.
        .$if(since !== undefined, (refunds) => refunds.where('refund.created', '>=', since as never))
        .orderBy('refund.created', 'desc')
        .orderBy('refund.id', 'desc')
        .limit(limit);
    else chosen = chosen.orderBy('payment.created', 'desc').orderBy('payment.id', 'desc');
    if (status !== undefined) chosen = chosen.where('payment.status', '=', sql.lit(status));
    if (since !== undefined) chosen = chosen.where('payment.created', '>=', since);
    if (until !== undefined) chosen = chosen.where('payment.created', '<=', until);
    if (companyId !== undefined) chosen = chosen.where('payment.companyId', '=', companyId);
    if (ids !== undefined)
      chosen = chosen.where(({ eb, refTuple }) =>
        eb(
          refTuple('payment.companyId', 'payment.id'),
          'in',
          referred(ids).select(['companyId', 'paymentId']) as never,
        ),
      );
    return withDetails(builder.selectFrom(chosen.as('payment')) as never)
      .orderBy('payment.created', 'desc')
      .orderBy('payment.id', 'desc');
  };

  return {
    list: async (filter, limit) => {
      if (!areIds(...(filter.companyId === undefined ? [] : [filter.companyId]), ...(filter.ids ?? []))) return [];
      return (await query(once(listed(filter, limit)))).map(toDetails);
    },
    pause: async () => {
      const [last] = await query(pause({}));
      return last?.paused ? { at: last.at, why: last.why, by: last.by ?? undefined } : null;
    },
    find: async (id) => {
      const [row] = areIds(id) ? await query(one({ id })) : [];
      if (!row) return undefined;
      const companyId = PAYMENT.of(row).companyId;
      // The history of the payment and of all its refunds, also those of duplicate sessions.
      const refunds = await query(refundIds({ companyId, id }));
      const changes = await query(history({ companyId, ids: [id, ...refunds.map((each) => each.id)] }));
      return { ...toDetails(row), history: changes.map(toChange) };
    },
  };
};

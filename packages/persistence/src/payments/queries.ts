import type { PaymentDetails, PaymentFilter, PaymentQueries } from '@vehicle-insurance/core';
import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely';
import type { TypedDatabase } from '../tables/builder.ts';
import { AUTHOR, toSigned } from '../tables/columns.ts';
import type { Tables } from '../tables/entities.ts';
import { toChange } from '../tables/operations.ts';
import { toPayment, toRefund } from '../tables/payment.ts';
import { partOf } from '../tables/selection.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import { unpreparedStatement, statement } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';
import { changesOf } from '../history/changes.ts';
import { amongChosen, asChosen, isAfter, isChosen, matchable, type Chosen } from '../tables/chosen.ts';

const PAYMENT = partOf('payment');
const REFUND = partOf('refund');

const ofPayment = expressionBuilder<Tables, 'payment'>();
const ONE = sql.lit(1);
/** Related rows are looked up by key, because the planner could turn a join into a scan of the table. */
const quote = ofPayment
  .selectFrom('quote')
  .select(['quote.policyholderName', 'quote.policyholderPhone', 'quote.vehicleId'])
  .whereRef('quote.companyId', '=', 'payment.companyId')
  .whereRef('quote.id', '=', 'payment.quoteId')
  .limit(ONE);
const vehicle = expressionBuilder<Tables, 'payment' | 'quote'>()
  .selectFrom('vehicle')
  .select('vehicle.licencePlate')
  .whereRef('vehicle.companyId', '=', 'payment.companyId')
  .whereRef('vehicle.id', '=', 'quote.vehicleId')
  .limit(ONE);
const contract = ofPayment
  .selectFrom('contract')
  .select('contract.policyNumber')
  .whereRef('contract.companyId', '=', 'payment.companyId')
  .whereRef('contract.quoteId', '=', 'payment.quoteId')
  .whereRef('contract.paymentId', '=', 'payment.id')
  .limit(ONE);

/**
 * Includes only the refund of the payment's current session. A payment may have had several sessions, each with at most
 * one refund.
 */
const withDetails = (payments: SelectQueryBuilder<Tables, 'payment', object>) =>
  payments
    .innerJoin('company', 'company.id', 'payment.companyId')
    .innerJoinLateral(quote.as('quote'), (join) => join.onTrue())
    .innerJoinLateral(vehicle.as('vehicle'), (join) => join.onTrue())
    .leftJoinLateral(contract.as('contract'), (join) => join.onTrue())
    .leftJoin('refund', (join) =>
      join
        .onRef('refund.companyId', '=', 'payment.companyId')
        .onRef('refund.provider', '=', 'payment.provider')
        .onRef('refund.sessionId', '=', 'payment.sessionId')
        .onRef('refund.paymentId', '=', 'payment.id'),
    )
    .select([PAYMENT.selected, REFUND.selected, 'company.name as companyName'])
    .select(['quote.policyholderName', 'quote.policyholderPhone', 'quote.vehicleId'])
    .select(['vehicle.licencePlate', 'contract.policyNumber']);

const isOfQuotes = ({ companyIds, ids }: Chosen) =>
  sql<boolean>`(payment.company_id, payment.quote_id) in (select * from unnest(${companyIds}::uuid[], ${ids}::uuid[]))`;

type DetailsRow = NonNullable<Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirst']>>>;

const toDetails = (row: DetailsRow): PaymentDetails => ({
  payment: toPayment(PAYMENT.of(row)),
  refund: REFUND.isIn(row) ? toRefund(REFUND.of(row)) : null,
  companyName: row.companyName,
  policyholder: { name: row.policyholderName, phone: row.policyholderPhone },
  vehicleId: row.vehicleId,
  licencePlate: row.licencePlate,
  policyNumber: row.policyNumber,
});

export const paymentQueries = ({ query, builder }: Pick<TypedDatabase, 'query' | 'builder'>): PaymentQueries => {
  const all = builder.selectFrom('payment');
  const among = (payments: typeof all, chosen: Chosen) =>
    payments.innerJoin(amongChosen(chosen), (join) => join.on(isChosen('payment'))) as typeof all;
  const whose = statement('companies of payments', ({ ids }: { ids: readonly string[] }) =>
    builder
      .selectFrom('payment_reference')
      .select(['companyId', 'paymentId as id'])
      .where('paymentId', '=', sql<string>`any (${ids}::uuid[])`),
  );
  const one = statement('payment', ({ companyId, id }: CompanyAndId) =>
    withDetails(all.where('payment.companyId', '=', companyId).where('payment.id', '=', id)),
  );
  const refundIds = statement('refunds of payment', ({ companyId, id }: { companyId: string; id: string }) =>
    builder.selectFrom('refund').select('id').where('companyId', '=', companyId).where('paymentId', '=', id),
  );
  const history = changesOf(builder);
  const pause = statement('payment pause', () =>
    builder
      .selectFrom('payment_pause')
      .select(['paused', 'at', 'why', ...AUTHOR])
      .orderBy('number', 'desc')
      .limit(1),
  );

  /** A filter by the refund's state uses the index on refunds of that state. */
  const chosenBy = (
    { since, until, companyId, status, refund, quotes, after }: PaymentFilter,
    limit: number,
    ids?: Chosen,
  ) => {
    let chosen = (ids === undefined ? all : among(all, ids)).select(['payment.companyId', 'payment.id']).limit(limit);
    if (refund === undefined) chosen = chosen.orderBy('payment.created', 'desc').orderBy('payment.id', 'desc');
    else {
      let refunds = chosen
        .innerJoin('refund', (join) =>
          join.onRef('refund.companyId', '=', 'payment.companyId').onRef('refund.paymentId', '=', 'payment.id'),
        )
        // A CASE, because for plain conditions the planner would expect hardly any rows.
        .where(
          sql<boolean>`case when refund.provider = payment.provider and refund.session_id = payment.session_id then true end`,
        )
        .where('refund.status', '=', sql.lit(refund));
      // A refund is never older than its payment, so this condition limits the range of the index.
      if (since !== undefined) refunds = refunds.where('refund.created', '>=', since);
      chosen = refunds.orderBy('refund.created', 'desc').orderBy('refund.id', 'desc');
    }
    const sorted = refund === undefined ? 'payment' : 'refund';
    if (after !== undefined)
      chosen = chosen.where(isAfter([sql.ref(`${sorted}.created`), sql.ref(`${sorted}.id`)], after));
    if (quotes !== undefined) chosen = chosen.where(isOfQuotes(asChosen(quotes)));
    if (status !== undefined) chosen = chosen.where('payment.status', '=', sql.lit(status));
    if (since !== undefined) chosen = chosen.where('payment.created', '>=', since);
    if (until !== undefined) chosen = chosen.where('payment.created', '<=', until);
    if (companyId !== undefined) chosen = chosen.where('payment.companyId', '=', companyId);
    return chosen;
  };
  const chosenDetails = statement('chosen payments', (chosen: Chosen) =>
    withDetails(among(all, chosen)).orderBy('payment.created', 'desc').orderBy('payment.id', 'desc'),
  );

  return {
    list: async (given, limit) => {
      const filter = matchable(given);
      if (!filter) return [];
      const ids = filter.ids && asChosen(await query(whose({ ids: filter.ids })));
      const chosen = await query(unpreparedStatement(chosenBy(filter, limit, ids)));
      return (await query(chosenDetails(asChosen(chosen)))).map(toDetails);
    },
    pause: async () => {
      const [last] = await query(pause({}));
      return last?.paused ? { at: last.at, why: last.why, ...toSigned(last) } : null;
    },
    find: async (id) => {
      const [owner] = areIds(id) ? await query(whose({ ids: [id] })) : [];
      const [row] = owner ? await query(one(owner)) : [];
      if (!owner || !row) return undefined;
      const { companyId } = owner;
      // The history of the payment and of all its refunds, including refunds of duplicate sessions.
      const refunds = await query(refundIds({ companyId, id }));
      const changes = await query(history({ companyId, ids: [id, ...refunds.map((each) => each.id)] }));
      return { ...toDetails(row), history: changes.map(toChange) };
    },
  };
};

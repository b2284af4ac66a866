import {
  quoteStatus,
  type ContractStatus,
  type PageRequest,
  type QuoteDetails,
  type QuoteFilter,
  type QuoteListFilter,
  type QuoteQueries,
} from '@vehicle-insurance/core';
import { expressionBuilder, sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { TypedDatabase } from '../tables/builder.ts';
import type { Tables } from '../tables/entities.ts';
import { toQuote } from '../tables/quote.ts';
import { columnsOf, partOf, partsOf } from '../tables/selection.ts';
import { amongChosen, asChosen, idsIn, inOrderOf, isAfter, isChosen, type Chosen } from '../tables/chosen.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import { unpreparedStatement, statement, statementsBy } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';
import {
  entriesOfVehicle,
  entriesOnPage,
  entriesSelected,
  onPage,
  pageReader,
  toPage,
  type OfVehicle,
  type OnPage,
} from '../companies/pages.ts';
import { pricedQuotes } from './priced-quotes.ts';
import { selectQuotes, wordsOf } from './selection.ts';

/** The columns that determine a quote's status. */
interface Progress {
  readonly contractId: string | null;
  readonly contractStatus: ContractStatus | null;
  readonly pendingId: string | null;
}

const toProgress = ({ contractId, contractStatus, pendingId }: Progress) => ({
  contractId,
  status: quoteStatus({ contract: contractStatus, paymentPending: pendingId !== null }),
});

/** The columns of a quote's latest payment and its refund that callers see. */
const PAID = partsOf({
  payment: partOf('payment', 'payment', [
    'id',
    'quoteId',
    'status',
    'amount',
    'fees',
    'sessionUrl',
    'failureReason',
    'created',
    'completed',
  ]),
  refund: partOf('refund', 'refund', ['status', 'amount', 'created', 'completed']),
});

const ONE = sql.lit(1);

export const quoteQueries = ({ query, builder }: Pick<TypedDatabase, 'query' | 'builder'>): QuoteQueries => {
  const [quotePart, vehiclePart] = [partOf('quote'), partOf('vehicle')];
  // Related rows of a quote are looked up by key, because the planner could turn a join into a scan of the table.
  const ofQuote = expressionBuilder<Tables, 'quote'>();
  /** Each look-up names the company, so that a distributed database finds the row on a single node. */
  const belonging = (companyId: string | RawBuilder<string>) => {
    const vehicle = ofQuote
      .selectFrom('vehicle')
      .select(columnsOf('vehicle'))
      .where('vehicle.companyId', '=', companyId)
      .whereRef('vehicle.id', '=', 'quote.vehicleId')
      .limit(ONE);
    const contract = ofQuote
      .selectFrom('contract')
      .select(['contract.id', 'contract.status', 'contract.cancelledAt'])
      .where('contract.companyId', '=', companyId)
      .whereRef('contract.quoteId', '=', 'quote.id')
      .limit(ONE);
    const payments = ofQuote
      .selectFrom('payment')
      .where('payment.companyId', '=', companyId)
      .whereRef('payment.quoteId', '=', 'quote.id');
    /** At most one payment of a quote is live, so at most one is pending. */
    const pending = payments.select('payment.id').where('payment.status', '=', sql.lit('pending')).limit(ONE);
    /**
     * The latest attempt that callers can see; a payment that is still opening is hidden. A live payment counts as the
     * latest, because a failed payment may have a later date if a process's clock was ahead.
     */
    const latest = payments
      .select(columnsOf('payment'))
      .where('payment.status', '<>', sql.lit('opening'))
      .orderBy((each) => each('payment.status', '=', sql.lit('failed')))
      .orderBy('payment.created', 'desc')
      .orderBy('payment.id', 'desc')
      .limit(ONE);
    return { vehicle, contract, pending, latest };
  };

  const withProgress = <Row extends object>(
    quotes: SelectQueryBuilder<Tables, 'quote', Row>,
    { contract, pending }: ReturnType<typeof belonging>,
  ) =>
    quotes
      .leftJoinLateral(contract.as('contract'), (join) => join.onTrue())
      .select(['contract.id as contractId', 'contract.status as contractStatus', pending.as('pendingId')]);
  const withDetails = <Row extends object>(
    quotes: SelectQueryBuilder<Tables, 'quote', Row>,
    { companyId }: { readonly companyId: string | RawBuilder<string> },
  ) => {
    const parts = belonging(companyId);
    return withProgress(quotes, parts)
      .leftJoinLateral(parts.vehicle.as('vehicle'), (join) => join.onTrue())
      .select([quotePart.selected, vehiclePart.selected]);
  };
  const withId = ({ companyId, id }: CompanyAndId) =>
    builder.selectFrom('quote').where('quote.companyId', '=', companyId).where('quote.id', '=', id);

  const one = statement('quote', (given: CompanyAndId) => withDetails(withId(given), given));
  const rowsOfPage = pageReader(
    query,
    statement('quotes', (given: OnPage) => withDetails(entriesOnPage(builder, 'quote', given), given)),
    statement('quotes of vehicle', (given: OfVehicle) => withDetails(entriesOfVehicle(builder, 'quote', given), given)),
  );
  const pageWithStatus = statementsBy('quotes', (given: OnPage & QuoteListFilter, words) =>
    withDetails(entriesSelected(builder, 'quote', given.companyId, selectQuotes(words, given)), given),
  );
  const readPage = async (companyId: string, { vehicleId, status }: QuoteListFilter, request: PageRequest) => {
    if (status === undefined) return rowsOfPage(companyId, vehicleId, request);
    if (!areIds(companyId, ...(vehicleId === undefined ? [] : [vehicleId]))) return [];
    const filter = { vehicleId, status };
    return query(pageWithStatus(wordsOf(filter), { ...filter, ...onPage(companyId, request) }));
  };
  const status = statement('quote status', (given: CompanyAndId) => {
    const parts = belonging(given.companyId);
    return withId(given)
      .leftJoinLateral(parts.contract.as('contract'), (join) => join.onTrue())
      .select(['contract.id as contractId', 'contract.status as contractStatus'])
      .leftJoinLateral(parts.latest.as('payment'), (join) => join.onTrue())
      .leftJoin('refund', (join) =>
        join
          .on('refund.companyId', '=', given.companyId)
          .onRef('refund.provider', '=', 'payment.provider')
          .onRef('refund.sessionId', '=', 'payment.sessionId')
          .onRef('refund.paymentId', '=', 'payment.id'),
      )
      .select(PAID.selected);
  });
  const chosenBy = (
    { companyId, vehicleId, policyholderPhone, isPaid, since, until, after }: QuoteFilter,
    limit: number,
  ) => {
    let chosen = builder
      .selectFrom('quote')
      .select(['quote.companyId', 'quote.id'])
      .orderBy('quote.created', 'desc')
      .orderBy('quote.id', 'desc')
      .limit(limit);
    if (companyId !== undefined) chosen = chosen.where('quote.companyId', '=', companyId);
    if (vehicleId !== undefined) chosen = chosen.where('quote.vehicleId', '=', vehicleId);
    if (policyholderPhone !== undefined) chosen = chosen.where('quote.policyholderPhone', '=', policyholderPhone);
    if (since !== undefined) chosen = chosen.where('quote.created', '>=', since);
    if (until !== undefined) chosen = chosen.where('quote.created', '<=', until);
    if (after !== undefined) chosen = chosen.where(isAfter([sql.ref('quote.created'), sql.ref('quote.id')], after));
    // A literal, so that the planner chooses its plan for this value.
    if (isPaid !== undefined) chosen = chosen.where('quote.paid', '=', sql.lit(isPaid));
    return chosen;
  };
  const chosenDetails = statement('chosen quotes', (chosen: Chosen) =>
    withDetails(
      builder
        .selectFrom('quote')
        .innerJoin(amongChosen(chosen), (join) => join.on(isChosen('quote')))
        .innerJoin('company', 'company.id', 'quote.companyId')
        .select('company.name as companyName') as unknown as SelectQueryBuilder<
        Tables,
        'quote',
        { readonly companyName: string }
      >,
      { companyId: sql.ref('quote.companyId') },
    ).select(sql<boolean>`contract.cancelled_at is not null`.as('isCancelled')),
  );
  const toDetails = (row: Progress): QuoteDetails => ({
    quote: toQuote(quotePart.of(row)),
    vehicle: vehiclePart.of(row),
    ...toProgress(row),
  });

  return {
    ...pricedQuotes({ query, builder }),
    find: async (companyId, id) => {
      const [row] = areIds(companyId, id) ? await query(one({ companyId, id })) : [];
      return row && toDetails(row);
    },
    page: async (companyId, filter, request) =>
      toPage(await readPage(companyId, filter, request), request, quotePart.isIn, toDetails),
    list: async (filter, limit) => {
      const { vehicleId } = filter;
      if (!areIds(...idsIn(filter), ...(vehicleId === undefined ? [] : [vehicleId]))) return [];
      const chosen = await query(unpreparedStatement(chosenBy(filter, limit)));
      const rows = await query(chosenDetails(asChosen(chosen)));
      const listed = rows.map((row) => ({
        ...toDetails(row),
        companyName: row.companyName,
        isCancelled: row.isCancelled,
      }));
      return inOrderOf(chosen, listed, ({ quote }) => quote.id);
    },
    status: async (companyId, id) => {
      const [row] = areIds(companyId, id) ? await query(status({ companyId, id })) : [];
      if (!row) return undefined;
      const { contractId, contractStatus } = row;
      const { payment, refund } = PAID.of(row);
      const { sessionUrl, ...paid } = payment;
      // A pending payment is always the latest.
      const pendingId = payment.status === 'pending' ? payment.id : null;
      return {
        ...toProgress({ contractId, contractStatus, pendingId }),
        payment: PAID.isIn(row)
          ? { payment: { ...paid, session: { url: sessionUrl } }, refund: PAID.isIn(row, 'refund') ? refund : null }
          : null,
      };
    },
  };
};

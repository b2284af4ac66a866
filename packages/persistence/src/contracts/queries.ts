import type {
  ContractDetails,
  ContractFilter,
  ContractListFilter,
  ContractQueries,
  ContractShown,
  PageRequest,
  RefundStatus,
} from '@vehicle-insurance/core';
import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely';
import type { TypedDatabase } from '../tables/builder.ts';
import { toCancellation, toCertificateRequest, toContract, toContractShown } from '../tables/contract.ts';
import type { Tables } from '../tables/entities.ts';
import { toChange } from '../tables/operations.ts';
import { toQuote } from '../tables/quote.ts';
import { columnsOf, partOf, partsOf } from '../tables/selection.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import { unpreparedStatement, statement, statementsBy } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';
import { changesOf } from '../history/changes.ts';
import { amongChosen, asChosen, inOrderOf, isAfter, isChosen, matchable, type Chosen } from '../tables/chosen.ts';
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
import { filtersIn, IS_RENEWED, isStorableFilter, selectContracts } from './selection.ts';

/** The columns of a contract and its related rows that callers see. */
const SHOWN = partsOf({
  contract: partOf('contract', 'contract', [
    ...(['id', 'status', 'policyNumber', 'startDate', 'endDate', 'paymentId', 'created', 'updated'] as const),
    ...(['certificateImage', 'contractDocument', 'cancelledAt', 'cancelledReason', 'cancellation'] as const),
  ]),
  request: partOf('certificate_request', 'request', ['status', 'certificate']),
  terms: partOf('quote', 'quote', ['id', 'duration', 'usage', 'startDate', 'policyholderName', 'policyholderPhone']),
  vehicle: partOf('vehicle'),
});

const ONE = sql.lit(1);
type ContractRows<Row> = SelectQueryBuilder<Tables, 'contract', Row>;

export const contractQueries = ({ query, builder }: Pick<TypedDatabase, 'query' | 'builder'>): ContractQueries => {
  const [contractPart, requestPart] = [partOf('contract'), partOf('certificate_request', 'request')];
  const [quotePart, vehiclePart] = [partOf('quote'), partOf('vehicle')];
  const ofContract = expressionBuilder<Tables, 'contract'>();
  const request = ofContract
    .selectFrom('certificate_request')
    .select(columnsOf('certificate_request'))
    .whereRef('certificate_request.companyId', '=', 'contract.companyId')
    .whereRef('certificate_request.contractId', '=', 'contract.id');
  const itsQuote = ofContract
    .selectFrom('quote')
    .whereRef('quote.companyId', '=', 'contract.companyId')
    .whereRef('quote.id', '=', 'contract.quoteId');
  const quote = itsQuote.select(columnsOf('quote'));
  // Leaves out the details of the price, which are most of a quote's data and are never shown with a contract.
  const terms = itsQuote
    .select(['quote.id', 'quote.duration', 'quote.usage', 'quote.startDate'])
    .select(['quote.policyholderName', 'quote.policyholderPhone'])
    .select([
      sql<number>`(quote.premium ->> 'amount')::bigint`.as('amount'),
      sql<string>`quote.coverage ->> 'id'`.as('coverageId'),
    ]);
  const vehicle = ofContract
    .selectFrom('vehicle')
    .select(columnsOf('vehicle'))
    .whereRef('vehicle.companyId', '=', 'contract.companyId')
    .whereRef('vehicle.id', '=', 'contract.vehicleId');
  const company = ofContract
    .selectFrom('company')
    .select(['company.name', 'company.intermediaryCode', 'company.office'])
    .whereRef('company.id', '=', 'contract.companyId');

  /** The refund of a cancelled contract. Other contracts need no look-up. */
  const refund = ofContract
    .selectFrom('refund')
    .select('refund.status')
    .whereRef('refund.companyId', '=', 'contract.companyId')
    .whereRef('refund.paymentId', '=', 'contract.paymentId')
    .where('contract.cancelledAt', 'is not', null)
    .limit(ONE);
  /**
   * Because of the limit, a distributed database would read the refund on all nodes unless the condition names the
   * company.
   */
  const refundOf = (companyId: string) => refund.where('refund.companyId', '=', companyId);

  const withDetails = <Row extends object>(contracts: ContractRows<Row>, itsRefund = refund) =>
    contracts
      .leftJoinLateral(request.as('request'), (join) => join.onTrue())
      .leftJoinLateral(quote.as('quote'), (join) => join.onTrue())
      .leftJoinLateral(vehicle.as('vehicle'), (join) => join.onTrue())
      .leftJoinLateral(company.as('company'), (join) => join.onTrue())
      .leftJoinLateral(itsRefund.as('refund'), (join) => join.onTrue())
      .select([contractPart.selected, requestPart.selected, quotePart.selected, vehiclePart.selected])
      .select(['company.name as companyName', 'company.intermediaryCode', 'company.office'])
      .select('refund.status as refundStatus');
  /** For a single contract, related rows are joined: at most one of each kind, so no plan scans a table. */
  const withItsShown = <Row extends object>(
    contract: ContractRows<Row>,
    { companyId }: { readonly companyId: string },
  ) =>
    contract
      .leftJoinLateral(request.as('request'), (join) => join.onTrue())
      .leftJoinLateral(terms.as('quote'), (join) => join.onTrue())
      .leftJoinLateral(vehicle.as('vehicle'), (join) => join.onTrue())
      .leftJoinLateral(refundOf(companyId).as('refund'), (join) => join.onTrue())
      .select(SHOWN.selected)
      .select(['quote.amount', 'quote.coverageId', 'refund.status as refundStatus']);
  /**
   * On a page, each related row is looked up by key, because the planner could turn a join into a scan of the table.
   * Each look-up names the company, so that a distributed database finds the row on a single node.
   */
  const withShown = <Row extends object>(
    contracts: ContractRows<Row>,
    { companyId }: { readonly companyId: string },
  ) => {
    const itsRequest = request.where('certificate_request.companyId', '=', companyId).limit(ONE);
    const itsTerms = terms.where('quote.companyId', '=', companyId).limit(ONE);
    const itsVehicle = vehicle.where('vehicle.companyId', '=', companyId).limit(ONE);
    const itsRefund = refundOf(companyId);
    return contracts
      .leftJoinLateral(itsRequest.as('request'), (join) => join.onTrue())
      .leftJoinLateral(itsTerms.as('quote'), (join) => join.onTrue())
      .leftJoinLateral(itsVehicle.as('vehicle'), (join) => join.onTrue())
      .leftJoinLateral(itsRefund.as('refund'), (join) => join.onTrue())
      .select(SHOWN.selected)
      .select(['quote.amount', 'quote.coverageId', 'refund.status as refundStatus']);
  };
  const contracts = builder.selectFrom('contract');

  const withId = ({ companyId, id }: CompanyAndId) =>
    contracts.where('contract.companyId', '=', companyId).where('contract.id', '=', id);
  const one = statement('contract', (given: CompanyAndId) => withDetails(withId(given), refundOf(given.companyId)));
  const oneShown = statement('contract shown', (given: CompanyAndId) => withItsShown(withId(given), given));
  const companyOf = statement('company of contract', ({ id }: { id: string }) =>
    contracts.select('contract.companyId').where('contract.id', '=', id),
  );
  const companyOfPolicy = statement('company of policy', ({ policyNumber }: { policyNumber: string }) =>
    builder.selectFrom('policy_number').select('companyId').where('policyNumber', '=', policyNumber),
  );
  const ofPolicy = statement('contract of policy', (given: { companyId: string; policyNumber: string }) =>
    contracts
      .innerJoin('certificate_request as request', (join) =>
        join.onRef('request.companyId', '=', 'contract.companyId').onRef('request.contractId', '=', 'contract.id'),
      )
      .innerJoin('vehicle', (join) =>
        join.onRef('vehicle.companyId', '=', 'contract.companyId').onRef('vehicle.id', '=', 'contract.vehicleId'),
      )
      .select(['contract.cancelledAt', 'contract.cancelledReason', 'contract.cancellation'])
      .select(['contract.startDate', 'contract.endDate'])
      .select(['vehicle.licencePlate', 'request.status as certificateStatus', 'request.certificate'])
      .where('contract.companyId', '=', given.companyId)
      .where('contract.policyNumber', '=', given.policyNumber),
  );
  const rowsOfPage = pageReader(
    query,
    statement('contracts', (given: OnPage) => withShown(entriesOnPage(builder, 'contract', given), given)),
    statement('contracts of vehicle', (given: OfVehicle) =>
      withShown(entriesOfVehicle(builder, 'contract', given), given),
    ),
  );
  const filteredPage = statementsBy('contracts', (given: OnPage & ContractListFilter, filters) =>
    withShown(entriesSelected(builder, 'contract', given.companyId, selectContracts(filters, given)), given),
  );
  const readPage = async (companyId: string, filter: ContractListFilter, wanted: PageRequest) => {
    const filters = filtersIn(filter);
    if (filters.every((name) => name === 'vehicleId')) return rowsOfPage(companyId, filter.vehicleId, wanted);
    const ids = [companyId, ...(filter.vehicleId === undefined ? [] : [filter.vehicleId])];
    return areIds(...ids) && isStorableFilter(filter)
      ? query(filteredPage(filters, { ...filter, ...onPage(companyId, wanted) }))
      : [];
  };
  const history = changesOf(builder);

  /** A filter by certificate uses the index of certificates that are not issued. */
  const chosenBy = (filter: ContractFilter, limit: number) => {
    const { certificate, status, companyId, since, until, documentsDueAfter, ids } = filter;
    const { cancelled, startDate, endDate, renewed, order = 'created', after } = filter;
    const by = certificate === undefined ? 'contract' : 'certificate_request';
    const created = sql.ref(`${by}.created`);
    const sorted = order === 'created' ? created : sql.ref(`contract.${order}`);
    const direction = order === 'endDate' ? 'asc' : 'desc';
    let chosen = contracts
      .$if(certificate !== undefined, (all) =>
        all
          .innerJoin('certificate_request', (join) =>
            join
              .onRef('certificate_request.companyId', '=', 'contract.companyId')
              .onRef('certificate_request.contractId', '=', 'contract.id'),
          )
          .where('certificate_request.status', '=', sql.lit(certificate ?? 'pending'))
          .where('contract.cancelledAt', 'is', null),
      )
      .select(['contract.companyId', 'contract.id'])
      .orderBy(sorted, direction)
      .orderBy('contract.id', direction)
      .limit(limit);
    if (status !== undefined) chosen = chosen.where('contract.status', '=', sql.lit(status));
    if (since !== undefined) chosen = chosen.where(created, '>=', since);
    if (until !== undefined) chosen = chosen.where(created, '<=', until);
    if (documentsDueAfter !== undefined) chosen = chosen.where('contract.dueAt', '>', documentsDueAfter);
    if (companyId !== undefined) chosen = chosen.where(sql.ref(`${by}.companyId`), '=', companyId);
    if (cancelled !== undefined) chosen = chosen.where('contract.cancelledAt', cancelled ? 'is not' : 'is', null);
    if (startDate?.from !== undefined) chosen = chosen.where('contract.startDate', '>=', startDate.from);
    if (startDate?.until !== undefined) chosen = chosen.where('contract.startDate', '<=', startDate.until);
    if (endDate?.from !== undefined) chosen = chosen.where('contract.endDate', '>=', endDate.from);
    if (endDate?.until !== undefined) chosen = chosen.where('contract.endDate', '<=', endDate.until);
    if (renewed !== undefined) chosen = chosen.where(renewed ? IS_RENEWED : sql<boolean>`not ${IS_RENEWED}`);
    if (after !== undefined) chosen = chosen.where(isAfter([sorted, sql.ref('contract.id')], after, direction));
    if (ids !== undefined) chosen = chosen.where('contract.id', '=', sql<string>`any (${ids}::uuid[])`);
    return chosen;
  };
  /** Contracts of any companies. Related rows are joined on each company's node. */
  const chosenDetails = statement('chosen contracts', (chosen: Chosen) =>
    withDetails(contracts.innerJoin(amongChosen(chosen), (join) => join.on(isChosen('contract'))) as typeof contracts),
  );

  const toDetails = (row: Company): ContractDetails => ({
    contract: toContract(contractPart.of(row)),
    certificateRequest: toCertificateRequest(requestPart.of(row)),
    quote: toQuote(quotePart.of(row)),
    vehicle: vehiclePart.of(row),
    companyName: row.companyName ?? '',
    intermediaryCode: row.intermediaryCode,
    office: row.office,
    refundStatus: row.refundStatus,
  });
  const toShown = (row: Priced): ContractShown => {
    const { contract, request, terms, vehicle } = SHOWN.of(row);
    const { policyholderName: name, policyholderPhone: phone, ...quote } = terms;
    const [premium, coverage] = [{ amount: row.amount ?? 0 }, { id: row.coverageId ?? '' }];
    return {
      contract: toContractShown(contract),
      certificateRequest: request,
      quote: { ...quote, policyholder: { name, phone }, premium, coverage },
      vehicle,
      refundStatus: row.refundStatus,
    };
  };
  interface Priced extends Refunded {
    readonly amount: number | null;
    readonly coverageId: string | null;
  }
  interface Refunded {
    readonly refundStatus: RefundStatus | null;
  }
  interface Company extends Refunded {
    readonly companyName: string | null;
    readonly intermediaryCode: string | null;
    readonly office: string | null;
  }

  return {
    find: async (companyId, id) => {
      const [row] = areIds(companyId, id) ? await query(one({ companyId, id })) : [];
      return row && toDetails(row);
    },
    show: async (companyId, id) => {
      const [row] = areIds(companyId, id) ? await query(oneShown({ companyId, id })) : [];
      return row && toShown(row);
    },
    withPolicy: async (policyNumber) => {
      const [owner] = await query(companyOfPolicy({ policyNumber }));
      const [row] = owner ? await query(ofPolicy({ ...owner, policyNumber })) : [];
      if (!row) return undefined;
      const { certificate, certificateStatus, licencePlate, startDate, endDate } = row;
      const certificateNumber = certificate?.certificateNumber ?? null;
      return { cancelled: toCancellation(row), certificateStatus, certificateNumber, licencePlate, startDate, endDate };
    },
    page: async (companyId, filter, wanted) =>
      toPage(await readPage(companyId, filter, wanted), wanted, SHOWN.isIn, toShown),
    list: async (given, limit) => {
      const filter = matchable(given);
      if (!filter) return [];
      const chosen = await query(unpreparedStatement(chosenBy(filter, limit)));
      return inOrderOf(
        chosen,
        (await query(chosenDetails(asChosen(chosen)))).map(toDetails),
        ({ contract }) => contract.id,
      );
    },
    inspect: async (id) => {
      const [owner] = areIds(id) ? await query(companyOf({ id })) : [];
      const [row] = owner ? await query(one({ ...owner, id })) : [];
      if (!owner || !row) return undefined;
      const changes = await query(history({ ...owner, ids: [id] }));
      return { ...toDetails(row), history: changes.map(toChange) };
    },
  };
};

import {
  contractMachine,
  later,
  QUOTE_STATUSES,
  statesOf,
  type Contract,
  type ContractListFilter,
  type ContractStatus,
  type Page,
  type PageRequest,
  type QuoteListFilter,
  type Vehicle,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCertificate } from '../builders/contract.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { aFailedPayment, aPayment } from '../builders/payment.ts';
import { storeCases, type StoreBench } from './store-bench.ts';

/** Entries of a page, few enough that most lists here have several pages. */
const SIZE = 2;
const NOW = later(SOME_MORNING, { hours: 400 });
const [FIRST, LAST] = [day('2026-02-01'), day('2027-01-31')];
const ISSUED = { status: 'issued', due: null, certificate: aCertificate() } as const;

/**
 * Reads every entry of a list, page by page. Checks each page's length, and that each total is the length of the list.
 */
const readAll = async (read: (request: PageRequest) => Promise<Page<string>>): Promise<readonly string[]> => {
  const pages: Page<string>[] = [];
  do pages.push(await read({ page: pages.length + 1, limit: SIZE }));
  while (pages.at(-1)!.data.length > 0);
  const all = pages.flatMap(({ data }) => data);
  for (const [index, { data, ...rest }] of pages.entries()) {
    expect(rest).to.deep.equal({ page: index + 1, limit: SIZE, total: all.length });
    expect(data).to.deep.equal(all.slice(index * SIZE, (index + 1) * SIZE));
  }
  return all;
};

const contractsOf = (store: StoreBench, companyId: string, filter: ContractListFilter) =>
  readAll(async (request) => {
    const page = await store.contractQueries.page(companyId, filter, request);
    return { ...page, data: page.data.map(({ contract }) => contract.id) };
  });

const quotesOf = (store: StoreBench, companyId: string, filter: QuoteListFilter) =>
  readAll(async (request) => {
    const page = await store.quoteQueries.page(companyId, filter, request);
    return { ...page, data: page.data.map(({ quote }) => quote.id) };
  });

/** Every combination of the options. Each option may also be absent. */
const combinationsOf = <Filter extends object>(options: {
  readonly [Name in keyof Filter]-?: readonly NonNullable<Filter[Name]>[];
}): readonly Filter[] =>
  Object.entries<readonly unknown[]>(options).reduce<readonly Filter[]>(
    (filters, [name, values]) =>
      filters.flatMap((filter) => [filter, ...values.map((value) => ({ ...filter, [name]: value }))]),
    [{} as Filter],
  );

interface Insured {
  readonly contract: Contract;
  readonly vehicle: Vehicle;
}

const matches = ({ contract, vehicle }: Insured, filter: ContractListFilter): boolean =>
  (filter.vehicleId ?? contract.vehicleId) === contract.vehicleId &&
  (filter.status ?? contract.status) === contract.status &&
  (filter.policyNumbers ?? [contract.policyNumber]).includes(contract.policyNumber) &&
  (filter.licencePlate ?? vehicle.licencePlate) === vehicle.licencePlate &&
  (filter.endingFrom ?? contract.endDate) <= contract.endDate &&
  (filter.endingTo ?? contract.endDate) >= contract.endDate;

/** A company with two vehicles, and contracts of each status. Some contracts end on the same day. */
const aPortfolio = async (store: StoreBench): Promise<readonly Insured[]> => {
  const company = await store.addCompany();
  const [one, other] = [await store.addVehicle(company.id), await store.addVehicle(company.id)];
  const insured: Insured[] = [];
  const add = async (vehicle: Vehicle, status: ContractStatus, endDate: string): Promise<void> => {
    const over = { contract: { status, startDate: day('2026-01-01'), endDate: day(endDate) } };
    const { contract } = await store.addContract(over, await store.addQuoteFor({ company, vehicle }));
    insured.unshift({ contract, vehicle });
  };
  await add(one, 'expired', '2026-06-30');
  await add(one, 'started', '2026-12-31');
  await add(other, 'pending', '2026-12-31');
  await add(other, 'started', '2026-09-30');
  await add(one, 'started', '2026-12-31');
  await add(other, 'started', '2026-12-30');
  await add(other, 'expired', '2026-06-29');
  await add(one, 'pending', '2027-03-31');
  return insured;
};

/** Filters of callers. For any combination of filters, every page and total are right. */
export const filteredListsContract = storeCases('FilteredLists', {
  'show the contracts of one company that match every combination of filters, page by page': async (store) => {
    const [insured, others] = [await aPortfolio(store), await aPortfolio(store)];
    const { contract, vehicle } = insured[2]!;
    const filters = combinationsOf<ContractListFilter>({
      vehicleId: [contract.vehicleId],
      status: statesOf(contractMachine),
      policyNumbers: [[contract.policyNumber, 'none'], [others[0]!.contract.policyNumber]],
      licencePlate: [vehicle.licencePlate, others[0]!.vehicle.licencePlate],
      endingFrom: [day('2026-06-30'), day('2026-12-31')],
      endingTo: [day('2026-12-30'), day('2026-12-31')],
    });
    for (const filter of filters) {
      const expected = insured.filter((each) => matches(each, filter)).map((each) => each.contract.id);
      expect(await contractsOf(store, contract.companyId, filter), JSON.stringify(filter)).to.deep.equal(expected);
    }
  },

  'show nothing for a filter that no contract can match': async (store) => {
    const [{ contract }] = (await aPortfolio(store)) as [Insured];
    for (const filter of [{ policyNumbers: ['\0'] }, { vehicleId: 'none' }, { vehicleId: 'none', status: 'pending' }])
      expect(await contractsOf(store, contract.companyId, filter as ContractListFilter)).to.deep.equal([]);
    expect(await quotesOf(store, contract.companyId, { vehicleId: 'none', status: 'pending' })).to.deep.equal([]);
    expect(await contractsOf(store, 'none', { status: 'pending' })).to.deep.equal([]);
  },

  'show a page far past the end as empty, with the total': async (store) => {
    const [{ contract }] = (await aPortfolio(store)) as [Insured];
    const far = { page: Number.MAX_SAFE_INTEGER, limit: 100 };
    for (const filter of [{ status: 'started' }, { endingFrom: LAST }, { policyNumbers: ['none'] }] as const) {
      const { total } = await store.contractQueries.page(contract.companyId, filter, { page: 1, limit: 1 });
      expect(await store.contractQueries.page(contract.companyId, filter, far)).to.deep.equal({
        ...{ data: [], total },
        ...far,
      });
    }
  },

  'follow a contract when it starts, gets another last day, and expires': async (store) => {
    const { company, vehicle } = await store.addQuote();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const over = { contract: { startDate: FIRST, endDate: LAST }, request: ISSUED };
      ids.unshift((await store.addContract(over, await store.addQuoteFor({ company, vehicle }))).contract.id);
    }
    const expectStatus = async (of: Readonly<Partial<Record<ContractStatus, readonly string[]>>>) => {
      for (const status of statesOf(contractMachine)) {
        const expected = of[status] ?? [];
        for (const filter of [{ status }, { status, endingFrom: FIRST }, { status, vehicleId: vehicle.id }])
          expect(await contractsOf(store, company.id, filter), status).to.deep.equal(expected);
        const page = await store.quoteQueries.page(company.id, { status }, { page: 1, limit: 10 });
        expect(page.data.map(({ contractId }) => contractId)).to.deep.equal(expected);
        expect(page.total).to.equal(expected.length);
      }
    };
    await expectStatus({ pending: ids });
    await store.contractDays.start(FIRST, NOW, 2);
    await store.contractDays.start(FIRST, NOW, 2);
    await expectStatus({ started: ids });
    const [id = ''] = ids;
    await store.changeContract({ companyId: company.id, id }, { endDate: FIRST });
    expect(await contractsOf(store, company.id, { endingTo: FIRST })).to.deep.equal([id]);
    expect(await contractsOf(store, company.id, { endingFrom: LAST })).to.deep.equal(ids.slice(1));
    await store.contractDays.expire(LAST, NOW, 10);
    await expectStatus({ started: ids.slice(1), expired: [id] });
  },

  // Proves: lists-filtered
  'show the quotes of one company by status and vehicle, page by page': async (store) => {
    const listed = async () => {
      const company = await store.addCompany();
      const vehicles = [await store.addVehicle(company.id), await store.addVehicle(company.id)];
      const quotes: { readonly id: string; readonly vehicleId: string; readonly status: string }[] = [];
      for (let n = 0; n < 3; n += 1)
        for (const vehicle of vehicles)
          for (const status of QUOTE_STATUSES) {
            const stored = await store.addQuoteFor({ company, vehicle });
            quotes.unshift({ id: stored.quote.id, vehicleId: vehicle.id, status });
            if (status === 'payment_pending') await store.addPayment(aPayment(), stored.quote);
            else if (status !== 'awaiting_payment') await store.addContract({ contract: { status } }, stored);
            else if (n > 0) await store.addPayment(aFailedPayment(), stored.quote);
          }
      return { companyId: company.id, vehicleId: vehicles[0]!.id, quotes };
    };
    const { companyId, vehicleId, quotes } = await listed();
    await listed();
    for (const filter of combinationsOf<QuoteListFilter>({ vehicleId: [vehicleId], status: QUOTE_STATUSES })) {
      const expected = quotes
        .filter((quote) => (filter.vehicleId ?? quote.vehicleId) === quote.vehicleId)
        .filter((quote) => (filter.status ?? quote.status) === quote.status)
        .map(({ id }) => id);
      expect(await quotesOf(store, companyId, filter), JSON.stringify(filter)).to.deep.equal(expected);
    }
  },

  'follow a quote when its payment fails': async (store) => {
    const { quote, company } = await store.addQuote();
    const payment = await store.addPayment(aPayment(), quote);
    const statuses = async () => {
      const found: string[] = [];
      for (const status of QUOTE_STATUSES)
        if ((await quotesOf(store, company.id, { status })).length > 0) found.push(status);
      return found;
    };
    expect(await statuses()).to.deep.equal(['payment_pending']);
    const { status, failureReason, completed, due } = aFailedPayment();
    await store.changePayment(payment, { status, failureReason, completed, due });
    expect(await statuses()).to.deep.equal(['awaiting_payment']);
  },
});

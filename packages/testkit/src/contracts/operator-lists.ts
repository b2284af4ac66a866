import {
  addDays,
  type ContractFilter,
  type ContractOrder,
  type Contract,
  type LocalDate,
  type Place,
  type PaymentFilter,
  type QuoteFilter,
  type VehicleListFilter,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation } from '../builders/contract.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aFailedPayment } from '../builders/payment.ts';
import type { StoredQuote } from '../builders/stored.ts';
import { oddIds } from './overlap.ts';
import { minutesOn, storeCases, type StoreBench } from './store-bench.ts';

/** Entries of a page, few enough that most lists here have several pages. */
const SIZE = 2;

/** Reads a list to its end. Each page begins after the last entry of the previous page. */
const readAll = async <Row>(
  read: (after: Place | undefined) => Promise<readonly Row[]>,
  placeOf: (last: Row) => Place,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const page = await read(last && placeOf(last));
    rows.push(...page);
    if (page.length < SIZE) return rows;
  }
};

/** Seven quotes of three companies, one of them disabled. Pairs of quotes were created in the same minute. */
const quotesOfThree = async (store: StoreBench): Promise<readonly StoredQuote[]> => {
  const companies = [
    await store.addCompany({ enabled: true }),
    await store.addCompany({ enabled: true }),
    await store.addCompany({ enabled: false }),
  ];
  const quotes: StoredQuote[] = [];
  for (let n = 0; n < 7; n += 1) {
    const company = companies[n % 3] as (typeof companies)[number];
    const created = minutesOn(Math.floor(n / 2));
    const vehicle = await store.addVehicle(company.id, { created, type: n % 2 === 0 ? 'auto' : 'bike' });
    quotes.push(await store.addQuoteFor({ company, vehicle }, { created }));
  }
  return quotes;
};

const latestFirst = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  by: (row: Row) => string,
): readonly Row[] => rows.toSorted((one, other) => (`${by(one)} ${one.id}` < `${by(other)} ${other.id}` ? 1 : -1));

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

/** The lists of operators over all companies, read page by page. */
export const operatorListsContract = storeCases('Lists for operators', {
  'list contracts of all companies page by page, by creation, first day or last day': async (store) => {
    const contracts: Contract[] = [];
    for (const [n, stored] of (await quotesOfThree(store)).entries()) {
      const startDate = addDays(stored.quote.startDate, n % 4);
      const { contract } = await store.addContract(
        {
          contract: {
            created: stored.quote.created,
            startDate,
            endDate: addDays(startDate, n % 2 === 0 ? 90 : 365),
            cancelled: n === 5 ? aCancellation({ at: SOME_MORNING, reason: 'uninsurable' }) : null,
          },
        },
        stored,
      );
      contracts.push(contract);
    }
    const read = async (filter: ContractFilter, order: ContractOrder = 'created') => {
      const rows = await readAll(
        async (after) =>
          (await store.contractQueries.list({ ...filter, order, after }, SIZE)).map(({ contract }) => contract),
        (last) => ({ value: last[order], id: last.id }),
      );
      return idsOf(rows);
    };
    const inOrder = (order: ContractOrder, isListed: (contract: Contract) => boolean = () => true) => {
      const sorted = latestFirst(contracts.filter(isListed), (contract) => contract[order]);
      return idsOf(order === 'endDate' ? sorted.toReversed() : sorted);
    };
    const [first, , third] = contracts as [Contract, Contract, Contract];
    for (const order of ['created', 'startDate', 'endDate'] as const) {
      expect(await read({}, order), order).to.deep.equal(inOrder(order));
      for (const companyId of new Set(contracts.map((contract) => contract.companyId)))
        expect(await read({ companyId }, order)).to.deep.equal(
          inOrder(order, (contract) => contract.companyId === companyId),
        );
      const startDate = { from: addDays(first.startDate, 1), until: addDays(first.startDate, 2) };
      expect(await read({ startDate }, order)).to.deep.equal(
        inOrder(order, (contract) => contract.startDate >= startDate.from && contract.startDate <= startDate.until),
      );
      const endDate = { from: first.endDate, until: third.endDate };
      expect(await read({ endDate }, order)).to.deep.equal(
        inOrder(order, (contract) => contract.endDate >= endDate.from && contract.endDate <= endDate.until),
      );
      expect(await read({ cancelled: true }, order)).to.deep.equal(
        inOrder(order, ({ cancelled }) => cancelled !== null),
      );
      expect(await read({ cancelled: false }, order)).to.deep.equal(
        inOrder(order, ({ cancelled }) => cancelled === null),
      );
    }
    const quotes = await store.quoteQueries.list({ isPaid: true }, contracts.length);
    expect(quotes.filter(({ isCancelled }) => isCancelled).map(({ contractId }) => contractId)).to.deep.equal(
      inOrder('created', ({ cancelled }) => cancelled !== null),
    );
    expect(await read({ since: minutesOn(1), until: minutesOn(1) })).to.deep.equal(
      inOrder('created', ({ created }) => created === minutesOn(1)),
    );
  },

  'distinguish contracts that a later contract of their vehicle renews': async (store) => {
    const stored = await store.addQuote();
    const add = async (endDate: LocalDate, of: Pick<StoredQuote, 'company' | 'vehicle'> = stored, over = {}) =>
      (await store.addContract({ contract: { endDate, ...over } }, await store.addQuoteFor(of))).contract.id;
    const { company } = stored;
    const other = { company, vehicle: await store.addVehicle(company.id) };
    const [first, last] = [day('2027-01-31'), day('2028-01-31')];
    const renewed = await add(first);
    const cancelled = await add(day('2029-01-31'), stored, { cancelled: { at: SOME_MORNING, reason: 'uninsurable' } });
    const renewal = await add(last);
    const same = await add(last);
    const another = await add(first, other);
    const ids = async (filter: ContractFilter) =>
      (await store.contractQueries.list({ ...filter, order: 'endDate' }, 10)).map(({ contract }) => contract.id);
    expect(await ids({ renewed: true })).to.deep.equal([renewed]);
    expect(await ids({ renewed: false })).to.have.members([renewal, same, another, cancelled]);
    expect(await ids({ renewed: false, cancelled: false, endDate: { until: first } })).to.deep.equal([another]);
    expect(await ids({ renewed: true, ids: [another, renewed] })).to.deep.equal([renewed]);
    expect(await ids({ renewed: true, ids: [] })).to.deep.equal([]);
  },

  'list payments of all companies page by page, also by refund and by quote': async (store) => {
    const quotes = await quotesOfThree(store);
    const refunded: { readonly paymentId: string; readonly created: string; readonly id: string }[] = [];
    for (const [n, { quote }] of quotes.entries()) {
      const made = aFailedPayment({ created: quote.created });
      const { refund } = await store.addRefunded(made, { created: minutesOn(20 - Math.floor(n / 3)) }, quote);
      refunded.push(refund);
      await store.addPayment(aFailedPayment({ created: minutesOn(30) }), quote);
    }
    const list = (filter: PaymentFilter) => store.paymentQueries.list(filter, SIZE);
    const all = await readAll(
      async (after) => (await list({ after })).map(({ payment }) => payment),
      (last) => ({ value: last.created, id: last.id }),
    );
    expect(all).to.have.length(2 * quotes.length);
    expect(idsOf(all)).to.deep.equal(idsOf(latestFirst(all, ({ created }) => created)));

    const byRefund: string[] = [];
    for (let after: Place | undefined; ;) {
      const page = (await list({ refund: 'due', after })).flatMap(({ refund }) => (refund ? [refund] : []));
      const sorted = latestFirst(page, ({ created }) => created);
      byRefund.push(...idsOf(sorted));
      const last = sorted.at(-1);
      after = last && { value: last.created, id: last.id };
      if (page.length < SIZE) break;
    }
    expect(byRefund).to.deep.equal(idsOf(latestFirst(refunded, ({ created }) => created)));

    const [one, other] = quotes as readonly [StoredQuote, StoredQuote, ...StoredQuote[]];
    const ofQuotes = async (asked: PaymentFilter['quotes']) =>
      (await store.paymentQueries.list({ quotes: asked }, 100)).map(({ payment }) => payment.quoteId);
    expect(await ofQuotes([one.quote, other.quote])).to.have.members([
      ...[one.quote.id, one.quote.id, other.quote.id, other.quote.id],
    ]);
    expect(await ofQuotes([{ companyId: other.quote.companyId, id: one.quote.id }])).to.deep.equal([]);
    expect(await ofQuotes([])).to.deep.equal([]);
  },

  'list quotes of all companies page by page, by company, vehicle, holder, day and payment': async (store) => {
    const quotes = await quotesOfThree(store);
    const paid = quotes.filter((_, n) => n % 2 === 0);
    for (const stored of paid) await store.addContract({}, stored);
    const read = async (filter: QuoteFilter) =>
      idsOf(
        await readAll(
          async (after) => (await store.quoteQueries.list({ ...filter, after }, SIZE)).map(({ quote }) => quote),
          (last) => ({ value: last.created, id: last.id }),
        ),
      );
    const inOrder = (isListed: (stored: StoredQuote) => boolean = () => true) =>
      idsOf(
        latestFirst(
          quotes.filter(isListed).map(({ quote }) => quote),
          ({ created }) => created,
        ),
      );
    expect(await read({})).to.deep.equal(inOrder());
    const [{ company, vehicle, quote }] = quotes as [StoredQuote];
    expect(await read({ companyId: company.id })).to.deep.equal(inOrder((each) => each.company.id === company.id));
    expect(await read({ vehicleId: vehicle.id })).to.deep.equal([quote.id]);
    expect(await read({ isPaid: true })).to.deep.equal(inOrder((each) => paid.includes(each)));
    expect(await read({ isPaid: false })).to.deep.equal(inOrder((each) => !paid.includes(each)));
    expect(await read({ since: minutesOn(1), until: minutesOn(2) })).to.deep.equal(
      inOrder((each) => each.quote.created >= minutesOn(1) && each.quote.created <= minutesOn(2)),
    );
    const phone = quote.policyholder.phone ?? undefined;
    const { quote: others } = await store.addQuoteFor(
      { company, vehicle },
      { policyholder: { name: 'Koffi Autre', phone: '+2250100000077' } },
    );
    expect(await read({ policyholderPhone: others.policyholder.phone ?? undefined })).to.deep.equal([others.id]);
    expect(await read({ policyholderPhone: phone })).to.deep.equal(inOrder());
    const [listed] = await store.quoteQueries.list({ vehicleId: vehicle.id, isPaid: true }, SIZE);
    const { companyName, isCancelled, ...details } = listed ?? { companyName: '', isCancelled: null };
    expect([companyName, isCancelled]).to.deep.equal([company.name, false]);
    expect(details).to.deep.equal(await store.quoteQueries.find(company.id, quote.id));
    for (const id of [...oddIds(company.id), freshId()])
      for (const filter of [{ companyId: id }, { vehicleId: id }])
        expect(await store.quoteQueries.list(filter, SIZE)).to.deep.equal([]);
  },

  'list vehicles of all companies page by page, by company, type, day and id, with the latest holder': async (
    store,
  ) => {
    const quotes = await quotesOfThree(store);
    const read = async (filter: VehicleListFilter) =>
      idsOf(
        await readAll(
          async (after) => (await store.vehicleQueries.list({ ...filter, after }, SIZE)).map(({ vehicle }) => vehicle),
          (last) => ({ value: last.created, id: last.id }),
        ),
      );
    const inOrder = (isListed: (stored: StoredQuote) => boolean = () => true) =>
      idsOf(
        latestFirst(
          quotes.filter(isListed).map(({ vehicle }) => vehicle),
          ({ created }) => created,
        ),
      );
    expect(await read({})).to.deep.equal(inOrder());
    const [{ company, vehicle, quote }] = quotes as [StoredQuote];
    expect(await read({ companyId: company.id })).to.deep.equal(inOrder((each) => each.company.id === company.id));
    expect(await read({ type: 'bike' })).to.deep.equal(inOrder((each) => each.vehicle.type === 'bike'));
    expect(await read({ since: minutesOn(1), until: minutesOn(2) })).to.deep.equal(
      inOrder((each) => each.vehicle.created >= minutesOn(1) && each.vehicle.created <= minutesOn(2)),
    );
    const one = async (id: string) => (await store.vehicleQueries.list({ ids: [id] }, SIZE))[0];
    const { policyholder } = quote;
    expect(await one(vehicle.id)).to.deep.equal({ vehicle, companyName: company.name, policyholder });
    const later = { name: 'Koffi Autre', phone: null };
    await store.addQuoteFor({ company, vehicle }, { policyholder: later, created: minutesOn(60) });
    expect((await one(vehicle.id))?.policyholder).to.deep.equal(later);
    const unquoted = await store.addVehicle(company.id);
    expect((await one(unquoted.id))?.policyholder).to.equal(null);
    for (const id of oddIds(company.id))
      expect(await store.vehicleQueries.list({ companyId: id }, SIZE)).to.deep.equal([]);
  },
});

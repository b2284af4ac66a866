import { later, type Company, type Page, type PageRequest, type WorkQueue } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCertificate } from '../builders/contract.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { aDifference } from '../builders/difference.ts';
import { freshId, freshText } from '../builders/ids.ts';
import { aFailedPayment, aNotification, aPayment, aRefund } from '../builders/payment.ts';
import { aPendingUpload } from '../builders/pending-upload.ts';
import { REFUNDS, ROUTINE_PAYMENTS } from '../builders/queues.ts';
import type { StoredQuote } from '../builders/stored.ts';
import type { PortContract } from './port-contract.ts';
import { dueAt, ENTRY, storeCases, type StoreBench } from './store-bench.ts';
import type { StoreSubject } from './store.ts';

/**
 * The number of items on a page or in a batch, and the length of the longest list. Lists of 0 to 5 items end on full
 * and on partial pages.
 */
const SIZE = 2;
const MOST = 5;

interface PagedList {
  /** Adds an item to the list, and an item of another list. Returns the id of the item in this list. */
  readonly add: () => Promise<string>;
  /** Reads the page after `pages`. An empty page is the end. */
  readonly next: (pages: readonly (readonly string[])[], size: number) => Promise<readonly string[]>;
  readonly order: 'latest first' | 'oldest first' | 'by id';
}

/** Reads by page numbers, and checks that every page contains the total length of the list. */
const readByNumber =
  <Item>(read: (request: PageRequest) => Promise<Page<Item>>, idOf: (item: Item) => string, added: () => number) =>
  async (pages: readonly unknown[], size: number): Promise<readonly string[]> => {
    const request = { page: pages.length + 1, limit: size };
    const { data, ...page } = await read(request);
    expect(page).to.deep.equal({ ...request, total: added() });
    return data.map(idOf);
  };

const countAdded = <Args extends readonly unknown[]>(add: (...args: Args) => Promise<string>) => {
  let added = 0;
  const addAndCount = async (...args: Args): Promise<string> => {
    added += 1;
    return add(...args);
  };
  return { add: addAndCount, added: () => added };
};

/** The list of quotes or contracts of a company, or of the company's first vehicle. */
const ofCompany = async (store: StoreBench, what: 'quote' | 'contract', isOfVehicle: boolean): Promise<PagedList> => {
  const company = await store.addCompany();
  const vehicle = await store.addVehicle(company.id);
  const others = isOfVehicle ? { company, vehicle: await store.addVehicle(company.id) } : await store.addQuote();
  const addTo = async (of: Pick<StoredQuote, 'company' | 'vehicle'>): Promise<string> => {
    const stored = await store.addQuoteFor(of);
    return what === 'quote' ? stored.quote.id : (await store.addContract({}, stored)).contract.id;
  };
  const { add, added } = countAdded(async () => {
    await addTo(others);
    return addTo({ company, vehicle });
  });
  const filter = isOfVehicle ? { vehicleId: vehicle.id } : {};
  const next =
    what === 'quote'
      ? readByNumber(
          (page) => store.quoteQueries.page(company.id, filter, page),
          ({ quote }) => quote.id,
          added,
        )
      : readByNumber(
          (page) => store.contractQueries.page(company.id, filter, page),
          ({ contract }) => contract.id,
          added,
        );
  return { add, next, order: 'latest first' };
};

/** The events of a company, or its events of one type. */
const eventsOf = async (store: StoreBench, types?: readonly ['vehicle.changed']): Promise<PagedList> => {
  const { company, vehicle, quote } = await store.addQuote();
  const begin = (await store.journal.page(company.id, { after: 0, limit: 10 })).upTo;
  let after = begin;
  return {
    add: async () => {
      if (types) await store.addQuoteFor({ company, vehicle: await store.addVehicle(quote.companyId) });
      await store.unit(async ({ vehicles }) => {
        const found = await vehicles.find(company.id, vehicle.id);
        if (found) (await vehicles.save({ ...found, externalId: freshText('') }, SOME_MORNING)).unwrap();
      });
      const { data } = await store.journal.page(company.id, { after: 0, limit: 100 });
      return String(data.at(-1)?.position);
    },
    next: async (pages, limit) => {
      const read = await store.journal.page(company.id, { after: pages.length === 0 ? begin : after, limit, types });
      after = read.upTo;
      if (read.data.length < limit) expect(read.upTo).to.equal(read.newest);
      return read.data.map(({ position }) => String(position));
    },
    order: 'oldest first',
  };
};

const differences = async (store: StoreBench, kinds?: readonly ['missing_here']): Promise<PagedList> => {
  const put = async (over: Parameters<typeof aDifference>[0]): Promise<string> => {
    const { companyId, id: paymentId } = await store.addPayment(aPayment());
    const difference = aDifference({ companyId, paymentId, ...over });
    await store.unit(({ statements }) => statements.put(difference));
    return difference.id;
  };
  return {
    add: async () => {
      await put(kinds ? { kind: 'twice' } : { status: 'explained', explanation: 'a test' });
      return put({ kind: 'missing_here' });
    },
    next: async (pages, size) =>
      (await store.statements.openReferences(size, { after: pages.flat().at(-1), kinds })).map(({ id }) => id),
    order: 'by id',
  };
};

const LISTS: Readonly<Record<string, (store: StoreBench) => Promise<PagedList>>> = {
  'show every vehicle of a company once': async (store) => {
    const [company, other] = [await store.addCompany(), await store.addCompany()];
    const { add, added } = countAdded(async () => {
      await store.addVehicle(other.id);
      return (await store.addVehicle(company.id)).id;
    });
    const read = (request: PageRequest) => store.vehicleQueries.page(company.id, {}, request);
    return { add, next: readByNumber(read, ({ id }) => id, added), order: 'latest first' };
  },
  // Proves: lists-totally-ordered
  'show every quote of a company once': (store) => ofCompany(store, 'quote', false),
  'show every quote of a vehicle once': (store) => ofCompany(store, 'quote', true),
  'show every contract of a company once': (store) => ofCompany(store, 'contract', false),
  'show every contract of a vehicle once': (store) => ofCompany(store, 'contract', true),
  'show every event of a company once': (store) => eventsOf(store),
  'show every event of one type once': (store) => eventsOf(store, ['vehicle.changed']),
  'show every entry in the books of a company once': async (store) => {
    const [company, other] = [await store.addCompany(), await store.addCompany()];
    const post = async (companyId: string): Promise<string> => {
      const [id, subjectId] = [freshId(), freshId()];
      const booked = { insurer: null, wallet: 'wave', at: SOME_MORNING, bookedOn: day('2026-01-15'), postings: [] };
      const entry = { ...booked, id, companyId, subjectId, paymentId: subjectId, cause: 'payment_succeeded' } as const;
      await store.unit(({ ledger }) => ledger.post(entry));
      return id;
    };
    return {
      add: async () => {
        await post(other.id);
        return post(company.id);
      },
      next: async (pages, size) => {
        const last = pages.flat().at(-1);
        const entries = await store.books.entries(company.id, last === undefined ? null : { id: last }, size);
        return entries.map(({ id }) => id);
      },
      order: 'by id',
    };
  },
  'show every open discrepancy once': (store) => differences(store),
  'show every open discrepancy of one kind once': (store) => differences(store, ['missing_here']),
};

/**
 * Checks that lists of every length can be read to the end. Each item appears once and in order. All pages are full
 * except the last.
 */
const isReadToItsEnd = async ({ add, next, order }: PagedList): Promise<void> => {
  const all: string[] = [];
  for (let length = 0; length <= MOST; length += 1) {
    if (length > 0) all.push(await add());
    const pages: (readonly string[])[] = [];
    for (let page = await next(pages, SIZE); page.length > 0 && pages.length <= MOST; page = await next(pages, SIZE))
      pages.push(page);
    const ordered = { 'latest first': all.toReversed(), 'oldest first': all, 'by id': all.toSorted() }[order];
    expect(pages.flat(), `${length} entries`).to.deep.equal(ordered);
    expect(pages.map((page) => page.length)).to.deep.equal(batchesOf(length).filter((size) => size > 0));
  }
};

/** The sizes of the batches for `count` items. The first batch that is not full is the last. */
const batchesOf = (count: number): readonly number[] => [
  ...Array.from({ length: Math.floor(count / SIZE) }, () => SIZE),
  count % SIZE,
];

/** Work that is done batch by batch until a batch is not full. */
interface Batched {
  /** Adds work for a company. `quoted` creates a quote of the company. */
  readonly add: (company: Company, quoted: () => Promise<StoredQuote>) => Promise<unknown>;
  /** Does at most `size` items of work, and returns the number done. */
  readonly take: (size: number) => Promise<number>;
}

const [FIRST, LAST, AFTER] = [day('2026-02-01'), day('2027-01-31'), day('2027-02-01')];
const NOW = later(SOME_MORNING, { hours: 400 });
/** The time at which the keys and events of `SOME_MORNING` have expired. */
const FORGOTTEN = later(SOME_MORNING, { hours: 24 });

const claiming =
  (queue: WorkQueue, add: (store: StoreBench, ...given: Parameters<Batched['add']>) => Promise<unknown>) =>
  (store: StoreBench): Batched => ({
    add: (...given) => add(store, ...given),
    take: async (size) => (await store.dueWork.claim(queue, SOME_MORNING, size)).length,
  });

const DUE = dueAt(SOME_MORNING);

const BATCHES: Readonly<Record<string, (store: StoreBench) => Batched>> = {
  'start every contract on its first day': ({ addContract, contractDays }) => ({
    add: async (_, quoted) => {
      const request = { status: 'issued', due: null, certificate: aCertificate() } as const;
      return addContract({ contract: { status: 'pending', startDate: FIRST, endDate: LAST }, request }, await quoted());
    },
    take: (size) => contractDays.start(FIRST, NOW, size),
  }),
  'expire every contract after its last day': ({ addContract, contractDays }) => ({
    add: async (_, quoted) =>
      addContract({ contract: { status: 'started', startDate: FIRST, endDate: LAST } }, await quoted()),
    take: (size) => contractDays.expire(AFTER, NOW, size),
  }),
  'announce the end of every contract': ({ addContract, contractDays }) => ({
    add: async (_, quoted) =>
      addContract({ contract: { status: 'started', startDate: FIRST, endDate: LAST } }, await quoted()),
    take: (size) => contractDays.announceEndings([30], day('2027-01-01'), NOW, size),
  }),
  'claim every payment that is due': claiming(ROUTINE_PAYMENTS, async (store, _, quoted) =>
    store.addPayment(aPayment({ due: DUE }), (await quoted()).quote),
  ),
  'claim every refund that is due': claiming(REFUNDS, async (store, { id: companyId }, quoted) => {
    const { id: paymentId } = await store.addPayment(aFailedPayment(), (await quoted()).quote);
    await store.unit(({ refunds }) => refunds.add(aRefund({ companyId, paymentId, due: DUE }), ENTRY));
  }),
  'claim every certificate that is due': claiming({ kind: 'certificates' }, async (store, _, quoted) =>
    store.addContract({ request: { due: DUE } }, await quoted()),
  ),
  'claim every document that is due': claiming({ kind: 'documents' }, async (store, _, quoted) =>
    store.addContract({ contract: { documentsDue: DUE } }, await quoted()),
  ),
  'claim every notification that is due': claiming({ kind: 'notifications' }, (store) =>
    store.unit(({ notifications }) => notifications.add(aNotification({ due: DUE }))),
  ),
  'claim every pending upload that is due': claiming({ kind: 'pending_uploads' }, (store, { id: companyId }) =>
    store.unit(({ pendingUploads }) => pendingUploads.add(aPendingUpload({ companyId, due: DUE }))),
  ),
  'delete every finished notification': ({ unit, dueWork }) => ({
    add: () => unit(({ notifications }) => notifications.add(aNotification({ due: null }))),
    take: (size) => dueWork.forget('notifications', size),
  }),
  'delete every finished upload': ({ unit, dueWork }) => ({
    add: ({ id: companyId }) =>
      unit(({ pendingUploads }) => pendingUploads.add(aPendingUpload({ companyId, due: null }))),
    take: (size) => dueWork.forget('pending_uploads', size),
  }),
  'delete every expired idempotency key': ({ idempotencyKeys }) => ({
    add: async ({ id: companyId }) => {
      const request = { companyId, key: freshText('key '), fingerprint: 'a' };
      const found = await idempotencyKeys.claim(request, { id: freshId(), now: SOME_MORNING, expires: FORGOTTEN }, 300);
      if (found.is === 'held') await idempotencyKeys.keep(found.held, '{}');
    },
    take: (size) => idempotencyKeys.forget(FORGOTTEN, size),
  }),
  'delete every old event': ({ addVehicle, journal }) => ({
    add: ({ id }) => addVehicle(id),
    take: async (size) => {
      await journal.catchUp();
      return journal.forget(FORGOTTEN, NOW, size);
    },
  }),
};

/** Checks work of three companies, one of them disabled: each item is done once, in any number of batches. */
const isDoneToItsEnd = async (store: StoreBench, { add, take }: Batched): Promise<void> => {
  const companies = [await store.addCompany({ enabled: false }), await store.addCompany(), await store.addCompany()];
  for (const count of [SIZE, SIZE + 1, MOST]) {
    for (const company of [...companies, ...companies].slice(0, count))
      await add(company, async () => store.addQuoteFor({ company, vehicle: await store.addVehicle(company.id) }));
    const taken: number[] = [];
    do taken.push(await take(SIZE));
    while (taken.at(-1) === SIZE && taken.length <= MOST);
    expect(taken, `${count} pieces`).to.deep.equal(batchesOf(count));
  }
};

/** Every paged list can be read past its first page, and each batch of work is followed by the next. */
export const pagesContract: PortContract<StoreSubject> = storeCases('Pages and batches', {
  ...Object.fromEntries(
    Object.entries(LISTS).map(([what, list]) => [
      `${what}, page by page`,
      async (store: StoreBench) => isReadToItsEnd(await list(store)),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(BATCHES).map(([what, batched]) => [
      `${what}, batch by batch`,
      (store: StoreBench) => isDoneToItsEnd(store, batched(store)),
    ]),
  ),
});

import {
  contractMachine,
  dateOf,
  QUOTE_STATUSES,
  statesOf,
  type Instant,
  type Store,
  type TimeZone,
} from '@vehicle-insurance/core';

const ALL = { page: 1, limit: 100 };

/** Leaves out the attempts of due work. A claim adds an attempt, but is not a unit of work, so it is not replayed. */
const withoutAttempts = <Read>(read: Read): Read =>
  JSON.parse(JSON.stringify(read, (name, value: unknown) => (name === 'attempts' ? undefined : value))) as Read;

export const readings = async (
  store: Store,
  companyId: string,
  { now, zone }: { readonly now: Instant; readonly zone: TimeZone },
): Promise<Readonly<Record<string, unknown>>> => {
  const vehicles = await store.vehicleQueries.page(companyId, {}, ALL);
  const quotes = await store.quoteQueries.page(companyId, {}, ALL);
  const contracts = await store.contractQueries.page(companyId, {}, ALL);
  const payments = await store.paymentQueries.list({}, ALL.limit);
  const found = async <Item>(ids: readonly string[], find: (id: string) => Promise<Item>) =>
    Promise.all(ids.toSorted().map(find));
  return withoutAttempts({
    vehicles,
    quotes,
    contracts,
    'the quotes of each status': await Promise.all(
      QUOTE_STATUSES.map((status) => store.quoteQueries.page(companyId, { status }, ALL)),
    ),
    'the contracts of each status': await Promise.all(
      statesOf(contractMachine).map((status) => store.contractQueries.page(companyId, { status }, ALL)),
    ),
    'the contracts that end': await store.contractQueries.page(companyId, { endingFrom: dateOf(now, zone) }, ALL),
    'where quotes stand': await found(
      quotes.data.map(({ quote }) => quote.id),
      (id) => store.quoteQueries.status(companyId, id),
    ),
    'contracts with their histories': await found(
      contracts.data.map(({ contract }) => contract.id),
      store.contractQueries.inspect,
    ),
    'payments with their histories': await found(
      payments.map(({ payment }) => payment.id),
      store.paymentQueries.find,
    ),
    // Each store gives entries its own ids; cause and subject identify an entry.
    'the books': (await store.books.entries(companyId, null, 1_000))
      .map(({ id: _, ...entry }) => entry)
      .toSorted((one, other) => (`${one.cause} ${one.subjectId}` < `${other.cause} ${other.subjectId}` ? -1 : 1)),
    'the pause of payments': await store.paymentQueries.pause(),
    'the action items': await store.workQueries.actionItems({
      windowsBegunUntil: now,
      lateSince: now,
      certificatesAskedUntil: now,
      today: dateOf(now, zone),
    }),
    'the first change of day': await store.contractDays.next(),
    'the first notice of an end': await store.contractDays.nextEnding(),
    'the due work': await Promise.all(
      (['payments', 'refunds', 'certificates', 'documents'] as const).map((kind) => store.dueWork.next(kind)),
    ),
  });
};

import { anotherQuote, day, storedCompany, storedContract, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { faultsIn, servedForAll, type ApiBody } from './serving.ts';

const LISTS = ['vehicle', 'quote', 'contract'] as const;
const EMPTY = { data: [], page: 1, limit: 20, total: 0 };

const idsOf = (entries: readonly ApiBody[]): readonly string[] => entries.map(({ id }) => id);

describe('lists', () => {
  const api = servedForAll();
  const made: Record<(typeof LISTS)[number], string[]> = { vehicle: [], quote: [], contract: [] };

  before(async () => {
    const { unitOfWork, company } = api;
    const vehicles = [];
    for (let n = 0; n < 5; n += 1)
      vehicles.push(await storedVehicle(unitOfWork, company.id, { licencePlate: `AB-${n}`, externalId: `L ${n}` }));
    for (const [index, vehicle] of [vehicles[2]!, vehicles[4]!, vehicles[2]!, vehicles[2]!, vehicles[3]!].entries()) {
      const quoted = await anotherQuote(unitOfWork, company, vehicle);
      made.quote.unshift(quoted.quote.id);
      const over = index === 2 ? { policyNumber: 'FILTERED-7', endDate: day('2027-01-30') } : {};
      if (index !== 1 && index !== 4)
        made.contract.unshift((await storedContract(unitOfWork, quoted, { contract: over })).contract.id);
    }
    made.vehicle = vehicles.map(({ id }) => id).reverse();
    const another = await storedCompany(unitOfWork);
    const theirs = await storedVehicle(unitOfWork, another.id);
    await storedContract(unitOfWork, await anotherQuote(unitOfWork, another, theirs));
  });

  const list = async (path: string) => (await api.get(path)).body;
  const pages = async (name: string, filter = '') => {
    const found: string[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const { data, ...rest } = await list(`/${name}?page=${page}&limit=2${filter}`);
      expect(rest).to.include({ page, limit: 2 });
      expect(data.length).to.be.at.most(2);
      found.push(...idsOf(data));
    }
    return found;
  };

  for (const name of LISTS)
    // Proves: page-envelope, page-and-limit, list-vehicles, list-quotes, read-contracts, lists-totally-ordered
    it(`show every ${name} of the company once, most recent first, with the same total on each page`, async () => {
      expect(await pages(name)).to.deep.equal(made[name]);
      const { page, limit, total, data } = await list(`/${name}`);
      expect([page, limit, total, idsOf(data)]).to.deep.equal([1, 20, made[name].length, made[name]]);
      expect(await list(`/${name}?page=9`)).to.deep.equal({ data: [], page: 9, limit: 20, total: made[name].length });
    });

  // Proves: list-quotes, read-contracts
  it('can be limited to the quotes and contracts of one vehicle', async () => {
    const of = (vehicleId = '') => `&vehicleId=${vehicleId}`;
    const quotes = made.quote.filter((_, index) => [1, 2, 4].includes(index));
    expect(await pages('quote', of(made.vehicle[2]))).to.deep.equal(quotes);
    expect(await pages('contract', of(made.vehicle[2]))).to.deep.equal(made.contract);
    expect(await list(`/quote?limit=20${of(made.vehicle[4])}`)).to.deep.equal(EMPTY);
  });

  const filtered: readonly (readonly [list: 'quote' | 'contract', filter: string, entries: readonly number[]])[] = [
    ['quote', 'status=awaiting_payment', [0, 3]],
    ['quote', 'status=pending', [1, 2, 4]],
    ['quote', 'status=payment_pending', []],
    ['contract', 'status=pending', [0, 1, 2]],
    ['contract', 'status=expired', []],
    ['contract', 'licencePlate=%20a%20b%20-%202', [0, 1, 2]],
    ['contract', 'licencePlate=AB-4', []],
    ['contract', 'policyNumber=%20filtered-7', [1]],
    ['contract', 'policyNumber=filtered', []],
    ['contract', 'endingFrom=2027-01-30&endingTo=2027-01-30', [1]],
    ['contract', 'endingFrom=2027-01-31', [0, 2]],
    ['contract', 'endingTo=2027-01-31&status=pending&licencePlate=AB-2', [0, 1, 2]],
  ];
  for (const [name, filter, entries] of filtered)
    // Proves: lists-filtered
    it(`can be filtered: GET /${name}?${filter}`, async () => {
      expect(await pages(name, `&${filter}`)).to.deep.equal(entries.map((index) => made[name][index]));
      expect(await list(`/${name}?${filter}`)).to.include({ page: 1, limit: 20, total: entries.length });
    });

  // Proves: list-filters-refused
  it('refuse a filter with a value that it cannot have', async () => {
    const states = 'pending, started, expired';
    const date = 'must be a date that exists, written YYYY-MM-DD';
    for (const [path, ...expected] of [
      ['/quote?status=paid', `status must be one of awaiting_payment, payment_pending, ${states}`],
      [
        '/contract?status=STARTED&endingFrom=2027-02-30&endingTo=31/12/2027',
        ...[`status must be one of ${states}`, `endingFrom ${date}`, `endingTo ${date}`],
      ],
      ['/contract?licencePlate=%21%21', 'licencePlate must be 2 to 20 letters, digits or dashes, spaces aside'],
      ['/contract?endingFrom=2027-02-02&endingTo=2027-02-01', 'endingFrom must not be after endingTo'],
    ] as const) {
      const answer = await api.get(path);
      expect(answer.body.code, path).to.equal('invalid_request');
      expect(faultsIn(answer), path).to.have.members(expected);
    }
  });

  // Proves: lists-filtered
  it('have an ETag for each filter, which changes with the list', async () => {
    const first = await api.get('/quote?status=pending');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = (path: string) => api.get(path, { headers });
    expect((await again('/quote?status=pending')).status).to.equal(304);
    expect((await again('/quote?status=awaiting_payment')).status).to.equal(200);
  });

  // Proves: paid-quote-follows-contract, vehicle-as-its-list-shows-it
  it('show each entry as a single read does, and a quote with the status of its contract', async () => {
    for (const vehicle of (await list('/vehicle')).data)
      expect(await list(`/vehicle/${vehicle.id}`)).to.deep.equal(vehicle);
    for (const { documents: _, ...contract } of (await list('/contract')).data)
      expect(await list(`/contract/${contract.id}`)).to.deep.include(contract);
    const { data } = await list('/quote');
    for (const quote of data) {
      const { contractId } = quote as ApiBody & { readonly contractId: string };
      expect(await list(`/quote/${quote.id}/status`)).to.include({ status: quote.status, contractId });
    }
    const [open, paid] = ['awaiting_payment', 'pending'];
    expect(data.map(({ status }) => status)).to.deep.equal([open, paid, paid, open, paid]);
  });

  // Proves: list-vehicles, impossible-plate-finds-none
  it('find a vehicle by its plate in any spelling and by its exact external id, or by both', async () => {
    const [vehicle] = (await list('/vehicle')).data;
    for (const filter of ['licencePlate=%20a%20b%20-%204%20', 'externalId=L%204', 'licencePlate=AB-4&externalId=L%204'])
      expect(await list(`/vehicle?${filter}`), filter).to.deep.equal({ ...EMPTY, data: [vehicle], total: 1 });
    const none = ['externalId=l%204', 'externalId=L%20', 'licencePlate=AB-4&externalId=L%203', 'licencePlate=%21%21'];
    for (const filter of none) expect(await list(`/vehicle?${filter}`), filter).to.deep.equal(EMPTY);
  });
});

import { anotherQuote, storedCompany, storedContract, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { servedForAll, type ApiBody } from './serving.ts';

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
      if (index !== 1 && index !== 4) made.contract.unshift((await storedContract(unitOfWork, quoted)).contract.id);
    }
    made.vehicle = vehicles.map(({ id }) => id).reverse();
    const another = await storedCompany(unitOfWork);
    await storedContract(
      unitOfWork,
      await anotherQuote(unitOfWork, another, await storedVehicle(unitOfWork, another.id)),
    );
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

  // Proves: paid-quote-follows-contract, vehicle-as-its-list-shows-it
  it('show each entry like a single read does, and a quote with the status of its contract', async () => {
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
    for (const filter of [
      'externalId=l%204',
      'externalId=L%20',
      'licencePlate=AB-4&externalId=L%203',
      'licencePlate=%21%21',
    ])
      expect(await list(`/vehicle?${filter}`), filter).to.deep.equal(EMPTY);
  });
});

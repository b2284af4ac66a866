import { expect } from 'chai';
import { apiWorld, type Fields, type Page, type QuoteBody, type VehicleBody, type World } from './world.ts';

type Entry = Pick<VehicleBody, 'id'>;

const idsOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ id }) => id);

describe('lists', function () {
  this.timeout(60_000);
  let world: World;
  const made: Record<'vehicle' | 'quote' | 'contract', string[]> = { vehicle: [], quote: [], contract: [] };
  let vehicleId: string;
  let key: string;

  before(async () => {
    world = await apiWorld();
    // A company of its own: the sandbox's has an old vehicle and old quotes already.
    key = (await world.operator.issueKey(await world.operator.addCompany('Courtier des listes'))).key;
    for (let n = 0; n < 5; n += 1) {
      const vehicle = await world.post<VehicleBody>('/vehicle', world.vehicleInput({ externalId: `L ${n}` }), { key });
      made.vehicle.unshift(vehicle.body.id);
    }
    vehicleId = made.vehicle[2] ?? '';
    for (const [index, of] of [vehicleId, made.vehicle[0], vehicleId, vehicleId, made.vehicle[1]].entries()) {
      const quote = await world.post<QuoteBody>('/quote/create', await world.quoteInput({ vehicleId: of }), { key });
      made.quote.unshift(quote.body.id);
      if (index === 1 || index === 4) continue;
      await world.pay(quote.body.id, '0500000008', { key });
      const standing = () => world.get<{ contractId: string | null }>(`/quote/${quote.body.id}/status`, { key });
      let contractId = (await standing()).body.contractId;
      for (let n = 0; contractId === null && n < 3; n += 1) {
        await world.clock.advance('PT3M');
        contractId = (await standing()).body.contractId;
      }
      made.contract.unshift(contractId ?? 'no contract');
    }
  });
  after(() => world.stop());

  const list = async (path: string) => (await world.get<Page<VehicleBody>>(path, { key })).body;
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

  for (const name of ['vehicle', 'quote', 'contract'] as const)
    // Proves: page-envelope, list-vehicles, list-quotes, read-contracts, lists-totally-ordered
    it(`show every ${name} once, most recent first, with the same total on each page`, async () => {
      expect(await pages(name)).to.deep.equal(made[name]);
      const { page, limit, total, data } = await list(`/${name}`);
      expect([page, limit, total]).to.deep.equal([1, 20, made[name].length]);
      expect(idsOf(data)).to.deep.equal(made[name]);
      expect(await list(`/${name}?page=9`)).to.deep.equal({ data: [], page: 9, limit: 20, total: made[name].length });
    });

  // Proves: list-quotes, read-contracts
  it('show the quotes and contracts of one vehicle alone', async () => {
    const quotes = made.quote.filter((_, index) => [1, 2, 4].includes(index));
    expect(await pages('quote', `&vehicleId=${vehicleId}`)).to.deep.equal(quotes);
    expect(await pages('contract', `&vehicleId=${vehicleId}`)).to.deep.equal(made.contract);
    expect((await list(`/quote?vehicleId=${made.vehicle[4]}`)).total).to.equal(0);
  });

  // Proves: paid-quote-follows-contract
  it('show quotes with where they stand now and their contract, as reading them does', async () => {
    const { body } = await world.get<Page<QuoteBody>>('/quote', { key });
    for (const quote of body.data) {
      const standing = await world.get(`/quote/${quote.id}/status`, { key });
      expect(standing.body).to.include({ status: quote.status, contractId: quote['contractId'] });
    }
    expect(body.data.map(({ status }) => status)).to.deep.equal([
      'awaiting_payment',
      'pending',
      'pending',
      'awaiting_payment',
      'pending',
    ]);
  });

  // Proves: vehicle-as-its-list-shows-it
  it('show vehicles and contracts as reading one does', async () => {
    for (const vehicle of (await list('/vehicle')).data)
      expect((await world.get(`/vehicle/${vehicle.id}`, { key })).body).to.deep.equal(vehicle);
    for (const { documents: _, ...contract } of (await list('/contract')).data)
      expect((await world.get(`/contract/${contract.id}`, { key })).body).to.deep.include(contract);
  });

  // Proves: list-vehicles, impossible-plate-finds-none
  it('find a vehicle by its plate in any spelling and by its exact external id, or by both', async () => {
    const [vehicle] = (await list('/vehicle')).data;
    const plate = String(vehicle?.licencePlate);
    const spelled = encodeURIComponent(` ${plate.toLowerCase().split('').join(' ')} `);
    const externalId = encodeURIComponent('L 4');
    for (const filter of [
      `licencePlate=${spelled}`,
      `externalId=${externalId}`,
      `licencePlate=${plate}&externalId=${externalId}`,
    ])
      expect(await list(`/vehicle?${filter}`), filter).to.deep.equal({ data: [vehicle], page: 1, limit: 20, total: 1 });
    for (const filter of [
      `externalId=l%204`,
      `externalId=L%20`,
      `licencePlate=${plate}&externalId=L%203`,
      'licencePlate=%21%21',
    ])
      expect(await list(`/vehicle?${filter}`), filter).to.deep.equal({ data: [], page: 1, limit: 20, total: 0 });
  });

  // Proves: page-and-limit
  it('refuse an invalid page or limit, and take the bounds', async () => {
    const refused = ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=1&page=1', 'page=+1', 'page=0x1'];
    const limits = ['limit=0', 'limit=101', 'limit=', 'limit=1e1', 'limit=1&limit=2'];
    for (const name of ['vehicle', 'quote', 'contract']) {
      for (const query of [...refused, ...limits]) {
        const { status, body } = await world.get(`/${name}?${query}`, { key });
        expect([status, body['code']], query).to.deep.equal([400, 'invalid_request']);
      }
      for (const limit of [1, 100]) expect((await list(`/${name}?limit=${limit}`)).limit).to.equal(limit);
    }
  });

  // Proves: query-empty-or-twice
  it('refuse a filter given empty or twice', async () => {
    for (const query of [
      'vehicle?licencePlate=',
      'vehicle?externalId=a&externalId=b',
      'quote?vehicleId=',
      'contract?vehicleId=',
    ]) {
      const { status, body } = await world.get(`/${query}`, { key });
      expect([status, body['code']], query).to.deep.equal([400, 'invalid_request']);
    }
  });

  // Proves: unknown-query-parameter
  it('refuse an unknown parameter, and name it: the list would show what was not asked for', async () => {
    for (const [query, named] of [
      ['vehicle?colour=red&limit=0', ['limit', 'colour']],
      ['vehicle?companyId=1', ['companyId']],
      ['quote?vehicleid=1', ['vehicleid']],
      ['contract?policyNumber=VI-1&limit=1', ['policyNumber']],
    ] as const) {
      const { status, body } = await world.get(`/${query}`, { key });
      const details = body['details'] as readonly { readonly field: string }[];
      expect([status, details.map(({ field }) => field)], query).to.deep.equal([400, named]);
    }
  });

  // Proves: unknown-query-parameter, coverages-ignore-query
  it('differ in that from single reads and the coverages, which ignore unknown parameters', async () => {
    const [vehicle] = (await list('/vehicle?limit=1')).data;
    const id = String((vehicle as Fields)['id']);
    expect((await world.get(`/vehicle/${id}?colour=red`, { key })).body).to.deep.equal(vehicle);
    const coverages = (await world.get('/coverage', { key })).body;
    expect((await world.get('/coverage?page=0&limit=x&x=&x=', { key })).body).to.deep.equal(coverages);
  });
});

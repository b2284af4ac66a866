import { expect } from 'chai';
import { apiWorld, type Answered, type Fields, type Page, type World } from './world.ts';

const UNKNOWN_ID = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';

/** Ids in shapes no id of ours has. */
const ODD_IDS = [
  'x',
  '%00',
  '%F0%9F%9A%97',
  '..%2F..',
  '0',
  UNKNOWN_ID.toUpperCase(),
  `${UNKNOWN_ID}0`,
  'null',
  '%20',
  "'",
];

/** Headers that differ between any two requests. */
const PASSING = ['x-request-id', 'date', 'ratelimit'];

/** An answer without them. */
const seen = ({ status, headers, body }: Answered<unknown>) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !PASSING.includes(name)),
});

describe('a company', function () {
  this.timeout(60_000);
  let world: World;
  let key: string;
  let own: {
    readonly vehicleId: string;
    readonly quoteId: string;
    readonly contractId: string;
    readonly waiting: string;
  };

  before(async () => {
    world = await apiWorld();
    const company = await world.operator.addCompany('Autre courtier');
    key = (await world.operator.issueKey(company)).key;
    const vehicle = await world.register({ licencePlate: 'OWN-1', externalId: 'own-1' });
    const { quoteId, contract } = await world.insured({ vehicleId: vehicle.id });
    const { id: waiting } = await world.quote({ vehicleId: vehicle.id });
    await world.opened(waiting);
    own = { vehicleId: vehicle.id, quoteId, contractId: contract.id, waiting };
  });
  after(() => world.stop());

  /** Every endpoint that takes an id, in the path, the body or a filter. */
  const ENDPOINTS: Readonly<Record<string, (id: string) => Promise<Answered<unknown>>>> = {
    'GET /vehicle/{id}': (id) => world.get(`/vehicle/${id}`, { key }),
    'PATCH /vehicle/{id}': (id) => world.send('PATCH', `/vehicle/${id}`, { key, body: { externalId: 'mine' } }),
    'PATCH /vehicle/{id} with a wrong body': (id) => world.send('PATCH', `/vehicle/${id}`, { key, body: {} }),
    'POST /quote/create': async (id) =>
      world.post('/quote/create', await world.quoteInput({ vehicleId: decodeURIComponent(id) }), { key }),
    'GET /quote?vehicleId': (id) => world.get(`/quote?vehicleId=${id}`, { key }),
    'POST /quote/{id}/pay': (id) => world.pay(id, undefined, { key }),
    'POST /quote/{id}/pay with a wrong number': (id) => world.pay(id, '12', { key }),
    'GET /quote/{id}/status': (id) => world.get(`/quote/${id}/status`, { key }),
    'GET /contract?vehicleId': (id) => world.get(`/contract?vehicleId=${id}`, { key }),
    'GET /contract/{id}': (id) => world.get(`/contract/${id}`, { key }),
    'DELETE /vehicle/{id}': (id) => world.send('DELETE', `/vehicle/${id}`, { key }),
    'GET /quote/{id}': (id) => world.get(`/quote/${id}`, { key }),
  };

  for (const [endpoint, ask] of Object.entries(ENDPOINTS))
    // Proves: company-sees-its-own-only
    it(`gets from ${endpoint} for another's ids exactly what an id gets that does not exist`, async () => {
      const unknown = seen(await ask(UNKNOWN_ID));
      for (const [name, id] of Object.entries(own)) expect(seen(await ask(id)), name).to.deep.equal(unknown);
    });

  for (const [endpoint, code] of Object.entries({
    'GET /vehicle/{id}': 'vehicle_not_found',
    'PATCH /vehicle/{id}': 'vehicle_not_found',
    'POST /quote/{id}/pay': 'quote_not_found',
    'GET /quote/{id}': 'quote_not_found',
    'GET /quote/{id}/status': 'quote_not_found',
    'GET /contract/{id}': 'contract_not_found',
  }))
    // Proves: odd-ids, read-one-quote
    it(`gets 404 ${code} from ${endpoint} for an id of any shape`, async () => {
      for (const id of ODD_IDS) {
        const { status, body } = await (ENDPOINTS[endpoint] as (id: string) => Promise<Answered>)(id);
        expect([status, body['code']], id).to.deep.equal([404, code]);
      }
    });

  // Proves: odd-ids
  it('gets an empty page for a filter of any shape', async () => {
    for (const endpoint of ['GET /quote?vehicleId', 'GET /contract?vehicleId'])
      for (const id of ODD_IDS.filter((each) => !['%00', '%20'].includes(each))) {
        const { status, body } = await (ENDPOINTS[endpoint] as (id: string) => Promise<Answered>)(id);
        expect([status, body], id).to.deep.equal([200, { data: [], page: 1, limit: 20, total: 0 }]);
      }
  });

  // Proves: company-sees-its-own-only
  it('sees empty lists where another has something, with any filter', async () => {
    const lists = ['/vehicle', '/quote', '/contract', '/vehicle?licencePlate=OWN-1', '/vehicle?externalId=own-1'];
    for (const path of lists) {
      expect((await world.get<Page<Fields>>(path)).body.total, path).to.be.greaterThan(0);
      const empty = { data: [], page: 1, limit: 20, total: 0 };
      expect((await world.get(path, { key })).body, path).to.deep.equal(empty);
    }
  });

  it('shares the coverages with every other', async () => {
    expect((await world.get('/coverage', { key })).body).to.deep.equal((await world.get('/coverage')).body);
  });

  it('has plates and external ids of its own', async () => {
    const vehicle = world.vehicleInput({ licencePlate: 'OWN-1', externalId: 'own-1' });
    const registered = await world.post<Fields>('/vehicle', vehicle, { key });
    expect(registered.status).to.equal(201);
    expect(registered.body['id']).to.not.equal(own.vehicleId);
    const mine = await world.get<Page<Fields>>('/vehicle', { key });
    expect(mine.body.data).to.deep.equal([registered.body]);
  });

  // Proves: policy-numbers
  it('has policy numbers without gaps of its own, and no two are equal', async () => {
    const numbers: string[] = [];
    for (const company of [world.apiKey, key]) {
      const { body: vehicle } = await world.post<{ id: string }>('/vehicle', world.vehicleInput(), { key: company });
      for (let n = 0; n < 2; n += 1) {
        const quote = await world.post<{ id: string }>(
          '/quote/create',
          await world.quoteInput({ vehicleId: vehicle.id }),
          { key: company },
        );
        const payment = await world.pay(quote.body.id, '0500000008', { key: company });
        expect(payment.status).to.equal(201);
      }
    }
    await world.clock.advance('PT5M');
    for (const company of [world.apiKey, key]) {
      const { body } = await world.get<Page<{ policyNumber: string }>>('/contract?limit=100', { key: company });
      const ordinals = body.data.map(({ policyNumber }) => Number(policyNumber.slice(-6)));
      expect(ordinals).to.deep.equal(ordinals.map((_, index) => ordinals.length - index));
      numbers.push(...body.data.map(({ policyNumber }) => policyNumber));
    }
    expect(numbers).to.have.length(5);
    expect(new Set(numbers).size).to.equal(numbers.length);
  });
});

import { issueKey } from '@vehicle-insurance/core';
import {
  aPayment,
  aVehicleInput,
  storedCompany,
  storedContract,
  storedPayment,
  anotherQuote,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { openWorld } from '../memory-caller.ts';
import { openedForAll, type ApiResponse } from '../serving.ts';

const UNKNOWN_ID = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';
const EMPTY = { data: [], page: 1, limit: 20, total: 0 };

const seen = ({ status, headers, body }: ApiResponse) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
});

describe('a company', () => {
  const world = openedForAll(openWorld);
  let key: string;
  let own: Readonly<Record<'vehicle' | 'quote' | 'contract' | 'waiting', string>>;

  before(async () => {
    const { unitOfWork, company } = world;
    const another = await storedCompany(unitOfWork);
    ({ key } = (await issueKey(world)({ company: another.id })).unwrap());
    const { id } = (await world.post('/vehicle', aVehicleInput({ licencePlate: 'OWN-1', externalId: 'own-1' }))).body;
    const vehicle = (await world.vehicleQueries.find(company.id, id))!;
    const quoted = await anotherQuote(unitOfWork, company, vehicle);
    const { contract } = await storedContract(unitOfWork, quoted);
    const { quote: waiting } = await anotherQuote(unitOfWork, company, vehicle);
    await storedPayment(unitOfWork, waiting, aPayment());
    own = { vehicle: id, quote: quoted.quote.id, contract: contract.id, waiting: waiting.id };
  });

  const ENDPOINTS: Readonly<Record<string, (id: string) => Promise<ApiResponse>>> = {
    'GET /vehicle/{id}': (id) => world.get(`/vehicle/${id}`, { key }),
    'PATCH /vehicle/{id}': (id) => world.send('PATCH', `/vehicle/${id}`, { externalId: 'mine' }, { key }),
    'PATCH /vehicle/{id} with a wrong body': (id) => world.send('PATCH', `/vehicle/${id}`, {}, { key }),
    'POST /quote/create': (vehicleId) => world.quote({ vehicleId }, { key }),
    'GET /quote?vehicleId': (id) => world.get(`/quote?vehicleId=${id}`, { key }),
    'POST /quote/{id}/pay': (id) => world.pay(id, '0500001234', { key }),
    'POST /quote/{id}/pay with a wrong number': (id) => world.pay(id, '12', { key }),
    'GET /quote/{id}/status': (id) => world.get(`/quote/${id}/status`, { key }),
    'GET /contract?vehicleId': (id) => world.get(`/contract?vehicleId=${id}`, { key }),
    'GET /contract/{id}': (id) => world.get(`/contract/${id}`, { key }),
    'DELETE /vehicle/{id}': (id) => world.send('DELETE', `/vehicle/${id}`, undefined, { key }),
    'GET /quote/{id}': (id) => world.get(`/quote/${id}`, { key }),
  };

  for (const [endpoint, ask] of Object.entries(ENDPOINTS))
    // Proves: company-sees-its-own-only
    it(`gets the same response from ${endpoint} for another company's id as for an unknown id`, async () => {
      const unknown = seen(await ask(UNKNOWN_ID));
      for (const [name, id] of Object.entries(own)) expect(seen(await ask(id)), name).to.deep.equal(unknown);
    });

  // Proves: company-sees-its-own-only
  it('sees nothing of another company in lists, with any filter, but the same coverages', async () => {
    const filters = ['licencePlate=OWN-1', 'externalId=own-1'].map((filter) => `/vehicle?${filter}`);
    for (const path of ['/vehicle', '/quote', '/contract', ...filters]) {
      expect((await world.get(path)).body.total, path).to.be.greaterThan(0);
      expect((await world.get(path, { key })).body, path).to.deep.equal(EMPTY);
    }
    expect((await world.get('/coverage', { key })).body).to.deep.equal((await world.get('/coverage')).body);
  });
});

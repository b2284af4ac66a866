import { Ok, revokeKey, showCompany, type ListEvents } from '@vehicle-insurance/core';
import { openApiDocument } from '@vehicle-insurance/http';
import { storedVehicle } from '@vehicle-insurance/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { inMemory, listening, servedForAll } from './serving.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(openApiDocument(), 'api');

describe('GET /event', () => {
  const api = servedForAll();

  const listed = async (query = '') => {
    const { status, body } = await api.get(`/event${query}`);
    expect(status).to.equal(200);
    expect(ajv.validate({ $ref: 'api#/components/schemas/EventList' }, body), ajv.errorsText()).to.equal(true);
    return body as unknown as { data: readonly Readonly<Record<string, unknown>>[]; next: number; newest: number };
  };

  it('continues from the `next` of the previous response', async () => {
    await storedVehicle(api.unitOfWork, api.company.id);
    const first = await listed('?limit=1');
    expect(first).to.include({ next: 1, newest: 1 });
    expect((await listed(`?after=${first.next}`)).data).to.deep.equal([]);
    await storedVehicle(api.unitOfWork, api.company.id);
    expect((await listed(`?after=${first.next}&wait=5`)).data.map(({ position }) => position)).to.deep.equal([2]);
  });

  it('shows nothing if the key is revoked while the request waits', async () => {
    const { unitOfWork, company, clock, key, dependencies } = await inMemory();
    await storedVehicle(unitOfWork, company.id);
    const listEvents: ListEvents = async (query) => {
      const answer = await dependencies.useCases.listEvents(query);
      const [issued] = (await showCompany({ unitOfWork })({ company: company.id })).unwrap().keys;
      expect((await revokeKey({ unitOfWork, clock })({ key: issued?.id ?? '' })).isOk()).to.equal(true);
      return answer;
    };
    const served = await listening({ ...dependencies, useCases: { ...dependencies.useCases, listEvents } }, key);
    const { status, text } = await served.get('/event?wait=25');
    await served.close();
    expect(status).to.equal(401);
    expect(text).to.not.contain('vehicle.registered');
  });

  it('stops waiting when the caller disconnects', async () => {
    const { key, dependencies } = await inMemory();
    const caller = new AbortController();
    const letGo = Promise.withResolvers<unknown>();
    const leaving: unknown[] = [];
    const listEvents: ListEvents = async ({ gone }) => {
      caller.abort();
      letGo.resolve(gone);
      leaving.push(gone);
      await gone;
      return Ok({ data: [], next: 0, newest: 0 });
    };
    const served = await listening({ ...dependencies, useCases: { ...dependencies.useCases, listEvents } }, key);
    await served.get('/event?wait=25', { signal: caller.signal }).catch(() => undefined);
    await letGo.promise;
    await served.close();
    expect(leaving[0]).to.be.instanceOf(Promise);
  });
});

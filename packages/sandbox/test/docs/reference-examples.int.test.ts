import type { OpenApiDocument } from '@vehicle-insurance/http';
import { expect } from 'chai';
import { operationsOf } from '../../../http/test/bad-input/operations.ts';
import { apiWorld, type Fields, type World } from '../api/world.ts';

describe('the example requests of the reference page', function () {
  this.timeout(120_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  // Proves: reference-examples
  it('work unchanged, one after the other, in a new sandbox', async () => {
    const { body: document } = await world.get<OpenApiDocument>('/openapi.json');
    const exampleOf = (operation: string): Fields =>
      Object.fromEntries(
        (operationsOf(document).find(({ name }) => name === operation)?.body ?? []).map(
          ({ name, schema: { examples, enum: values } }) => [name, (examples ?? values)?.[0]],
        ),
      );
    const create = async (operation: string, path: string) => {
      const { status, body } = await world.post(path, exampleOf(operation));
      expect([status, body['details']], operation).to.deep.equal([201, undefined]);
      return String(body['id']);
    };
    const vehicle = await create('registerVehicle', '/vehicle');
    await create('payQuote', `/quote/${await create('createQuote', '/quote/create')}/pay`);
    const { parameters } = document.paths['/vehicle/{id}']?.['get'] as { readonly parameters: readonly Fields[] };
    expect((await world.get(`/vehicle/${String(parameters[0]?.['example'])}`)).status).to.equal(200);
    const change = { body: exampleOf('changeExternalId') };
    expect((await world.send('PATCH', `/vehicle/${vehicle}`, change)).status).to.equal(200);
  });
});

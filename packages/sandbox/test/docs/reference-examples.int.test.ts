import { expect } from 'chai';
import { startOnRunServer, type Fields, type TestSandbox } from '../sandbox.ts';

interface Schema {
  readonly properties: Readonly<
    Record<string, { readonly examples?: readonly unknown[]; readonly enum?: readonly unknown[] }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters: readonly Fields[] }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

describe('the example requests of the reference page', function () {
  this.timeout(120_000);
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startOnRunServer();
  });
  after(() => sandbox.stop());

  const document = async () => (await sandbox.call<Document>('GET', '/openapi.json')).body;
  /** A body as the page makes it out of its schema. */
  const exampleOf = async (name: string): Promise<Fields> => {
    const { components } = await document();
    const fields = Object.entries(components.schemas[name]?.properties ?? {});
    return Object.fromEntries(fields.map(([field, { examples, enum: values }]) => [field, (examples ?? values)?.[0]]));
  };

  // Proves: reference-examples
  it('work as they stand, one after the other, in a sandbox that has just begun', async () => {
    const vehicle = await sandbox.call('POST', '/vehicle', await exampleOf('NewVehicle'));
    expect([vehicle.status, vehicle.body['code']]).to.deep.equal([201, undefined]);
    const quote = await sandbox.call('POST', '/quote/create', await exampleOf('NewQuote'));
    expect([quote.status, quote.body['details']]).to.deep.equal([201, undefined]);
    const payment = await sandbox.call('POST', `/quote/${String(quote.body['id'])}/pay`, await exampleOf('NewPayment'));
    expect(payment.status).to.equal(201);

    const [id] = (await document()).paths['/vehicle/{id}']?.['get']?.parameters ?? [];
    const path = `/vehicle/${String(id?.['example'])}`;
    expect((await sandbox.call('GET', path)).status).to.equal(200);
    const change = await exampleOf('ExternalIdChange');
    expect((await sandbox.call('PATCH', `/vehicle/${String(vehicle.body['id'])}`, change)).status).to.equal(200);
  });

  // Proves: reference-examples
  it('ask for a first day that is still to come, also when the clock has moved', async () => {
    for (const advance of ['P27D', 'P4D']) {
      const { now } = (await sandbox.call('POST', '/sandbox/clock', { advance })).body;
      const example = await exampleOf('NewQuote');
      expect(String(example['startDate']) > String(now).slice(0, 10)).to.equal(true);
      expect((await sandbox.call('POST', '/quote/create', example)).status).to.equal(201);
    }
  });
});

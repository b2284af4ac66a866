import { api as serve, openApiDocument } from '@vehicle-insurance/http';
import {
  aCancellation,
  aCertificate,
  aVehicleInput,
  day,
  storedContract,
  storedVehicle,
} from '@vehicle-insurance/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { faultsIn, servedForAll, type ApiResponse, type ApiBody } from './serving.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(openApiDocument(), 'api');

const { components } = openApiDocument() as unknown as {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
};

/** The first flaw of a body by a schema of the published document; an undocumented field is also a flaw. */
const flawsOf = ({ body }: ApiResponse, schema: string): string => {
  if (!ajv.validate({ $ref: `api#/components/schemas/${schema}` }, body)) return ajv.errorsText();
  const known = Object.keys(components.schemas[schema]?.properties ?? {});
  return Object.keys(body).find((field) => !known.includes(field)) ?? 'none';
};

const TERMS = {
  ...{ duration: 12, usage: 'pleasure', startDate: '2026-02-01' },
  ...{ policyHolderName: 'Awa Koné', policyHolderPhone: '07 01 02 03 04' },
};

describe('the API on the real core', () => {
  const api = servedForAll();

  const createQuote = async (vehicleId: string) => {
    const [coverage] = (await api.get('/coverage')).body as unknown as readonly ApiBody[];
    const created = await api.send('POST', '/quote/create', { vehicleId, coverageId: coverage?.id, ...TERMS });
    expect(created.body).to.include({ coverageId: coverage?.id });
    return created;
  };

  it('does not compile without a use case that its routes declare', () => {
    const { payQuote: _, ...others } = api.dependencies.useCases;
    // @ts-expect-error a route declares payQuote
    expect(() => serve({ ...api.dependencies, useCases: others })).to.not.throw();
    const more = { ...api.dependencies.useCases, another: () => undefined };
    expect(() => serve({ ...api.dependencies, useCases: more })).to.not.throw();
  });

  // Proves: vehicle-fields
  it('registers a vehicle and shows it under the public names', async () => {
    const answer = await api.send('POST', '/vehicle', {
      ...aVehicleInput({ licencePlate: 'ab 123 cd', externalId: 'FLEET-1' }),
      colour: 'red',
      companyId: 'somebody else',
    });
    expect(answer.status).to.equal(201);
    expect(flawsOf(answer, 'Vehicle')).to.equal('none');
    expect(answer.body).to.include({
      ...{ licencePlate: 'AB123CD', externalId: 'FLEET-1', hasRegistrationDocument: false, noSeat: 5 },
      ...{ carOriginalValue: 14_000_000, carMarketValue: 9_000_000, firstRoadDate: '2021-06-01' },
      created: '2026-01-15T09:00:00.000Z',
    });
    expect(answer.body).to.not.have.any.keys('companyId', 'colour', 'seats', 'registrationDocument');
    expect((await api.get(`/vehicle/${answer.body.id}`)).body).to.deep.equal(answer.body);
  });

  // Proves: only-external-id-changes, change-external-id, external-ids-unchanged
  it('changes and clears only the external id', async () => {
    const { id } = await storedVehicle(api.unitOfWork, api.company.id);
    const { body: before } = await api.get(`/vehicle/${id}`);
    const changed = await api.send('PATCH', `/vehicle/${id}`, { externalId: ' NEW ', brand: 'Other' });
    expect(changed.body).to.deep.equal({ ...before, externalId: ' NEW ' });
    const cleared = await api.send('PATCH', `/vehicle/${id}`, { externalId: null });
    expect(cleared.status).to.equal(200);
    expect(cleared.body.externalId).to.equal(null);
    expect(faultsIn(await api.send('PATCH', `/vehicle/${id}`, {}))).to.deep.equal(['externalId is required']);
  });

  // Proves: coverage-fields, list-coverages, coverages-ignore-query
  it('lists all coverages and ignores the query', async () => {
    const answer = await api.get('/coverage?page=x&page=y&limit=');
    expect(answer.status).to.equal(200);
    const coverages = answer.body as unknown as readonly ApiBody[];
    expect(coverages.map(({ vehicleType }) => vehicleType)).to.deep.equal(['auto', 'bike']);
    const schema = { type: 'array', items: { $ref: 'api#/components/schemas/Coverage' } };
    expect(ajv.validate(schema, answer.body)).to.equal(true);
  });

  // Proves: read-one-quote
  it('shows a quote as its creation and its list show it, with the lines of its premium', async () => {
    const { id: vehicleId } = await storedVehicle(api.unitOfWork, api.company.id);
    const created = await createQuote(vehicleId);
    expect(created.body.premiumLines).to.deep.equal([
      { kind: 'net', label: 'Responsabilité civile', amount: 100_000 },
      { kind: 'fee', label: 'Accessoires', amount: 5_000 },
      { kind: 'tax', label: 'Taxe', amount: 15_225 },
    ]);
    const one = await api.get(`/quote/${created.body.id}`);
    expect(one.status).to.equal(200);
    expect(flawsOf(one, 'Quote')).to.equal('none');
    expect(one.body).to.deep.equal(created.body);
    const list = await api.get(`/quote?vehicleId=${vehicleId}`);
    expect(list.body.data).to.deep.equal([one.body]);
    expect(flawsOf(list, 'QuotePage')).to.equal('none');
    const tag = one.headers.get('etag') ?? '';
    expect((await api.get(`/quote/${one.body.id}`, { headers: { 'if-none-match': tag } })).status).to.equal(304);
    expect((await api.get('/quote/none')).body.code).to.equal('quote_not_found');

    await api.send('POST', `/quote/${one.body.id}/pay`, { phoneNumber: '0505060708' });
    const pending = await api.get(`/quote/${one.body.id}`, { headers: { 'if-none-match': tag } });
    expect(pending.body).to.deep.equal({ ...one.body, status: 'payment_pending' });
  });

  // Proves: quote-fields, create-quote
  it('creates a quote, opens its payment and shows its status', async () => {
    const { id } = await storedVehicle(api.unitOfWork, api.company.id);
    const quote = await createQuote(id);
    expect(quote.status).to.equal(201);
    expect(flawsOf(quote, 'Quote')).to.equal('none');
    expect(quote.body).to.include({
      ...{ status: 'awaiting_payment', contractId: null, amount: 120_225, policyHolderPhone: '+2250701020304' },
    });
    expect(quote.body.coverage).to.not.have.property('vehicleType');

    const before = await api.get(`/quote/${quote.body.id}/status`);
    expect(before.body).to.deep.equal({ status: 'awaiting_payment', contractId: null, payment: null });

    const payment = await api.send('POST', `/quote/${quote.body.id}/pay`, { phoneNumber: '+225 05 05 06 07 08' });
    expect(payment.status).to.equal(201);
    expect(flawsOf(payment, 'Payment')).to.equal('none');
    const amounts = { amount: 120_225, fees: 1_203, chargedAmount: 121_428 };
    expect(payment.body).to.include({ status: 'pending', quoteId: quote.body.id, ...amounts });
    expect(payment.body.paymentUrl).to.be.a('string');

    const again = await api.send('POST', `/quote/${quote.body.id}/pay`, { phoneNumber: '0505060708' });
    expect(again.status).to.equal(409);
    expect(again.body).to.include({ code: 'payment_in_progress', paymentId: payment.body.id });

    const polled = await api.get(`/quote/${quote.body.id}/status`);
    expect(polled.body).to.deep.equal({ status: 'payment_pending', contractId: null, payment: payment.body });
    expect(flawsOf(polled, 'QuoteStatus')).to.equal('none');
  });

  // Proves: contract-fields
  it('shows a contract before and after its certificate is issued', async () => {
    const certificate = aCertificate();
    const documents = { certificateImage: 'a/certificate', contractDocument: null };
    const { soldUntil: _, ...shownCancellation } = aCancellation({ lastDay: day('2026-09-30') });
    const cancelled = aCancellation({ lastDay: day('2026-09-30') });
    for (const [over, shown] of [
      [{}, { certificateStatus: 'pending', certificate: null, cancelled: null }],
      [
        { contract: { documents }, request: { status: 'issued', certificate, due: null } },
        { certificateStatus: 'issued', certificate, cancelled: null },
      ],
      [
        { contract: { cancelled }, request: { status: 'failed', due: null } },
        { certificateStatus: 'failed', certificate: null, cancelled: shownCancellation },
      ],
    ] as const) {
      const { contract, payment, vehicle } = await storedContract(api.unitOfWork, await api.storeQuote(), over);
      const one = await api.get(`/contract/${contract.id}`);
      expect(flawsOf(one, 'Contract')).to.equal('none');
      expect(one.body).to.deep.include({ ...shown, paymentId: payment.id });
      const list = await api.get(`/contract?vehicleId=${vehicle.id}`);
      expect([flawsOf(list, 'ContractPage'), list.body.total]).to.deep.equal(['none', 1]);
    }
  });
});

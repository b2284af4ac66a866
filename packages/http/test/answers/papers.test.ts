import { Ok, type CatalogueDefinition, type Coverage, type Insurer } from '@vehicle-insurance/core';
import { anotherQuote, aPricedCoverage, aVehicleInput, inUnit, storedContract } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { servedInMemory } from '../serving.ts';

const bare = aPricedCoverage();

const insurer: Insurer = {
  code: 'golfe',
  name: 'Assurances du Golfe',
  legalForm: 'SA',
  capital: 5_000_000_000,
  address: 'Abidjan',
  tradeRegister: 'CI-ABJ-1',
  licence: '10',
  phone: '+2252700000000',
  email: 'sinistres@example.com',
  signatory: { name: 'A. B.', position: 'Directeur', signature: { width: 9, height: 9, path: 'M0,0 L9,9', pen: 1 } },
};

/** The same coverage, with all that a contract's papers may say. */
const full: Coverage = {
  ...bare.coverage,
  properties: bare.coverage.properties.map((property) => ({
    ...property,
    limit: '1 000 000 F CFA',
    deductible: '10 %',
  })),
  insurer: 'golfe',
  conditions: 'motor',
};

const definitions: readonly CatalogueDefinition[] = [
  { name: 'Catalogue', coverages: [bare] },
  {
    name: 'Catalogue',
    coverages: [{ ...bare, coverage: full }],
    insurers: [insurer],
    conditions: [
      {
        code: 'motor',
        general: { name: 'Conditions générales', version: '1', subjects: ['other'] },
        territory: { text: 'CEDEAO', english: 'ECOWAS' },
        effectHour: '00:00',
        clauses: [{ subject: 'exclusions', title: { text: 'Exclusions' }, text: 'Rien.' }],
      },
    ],
  },
];

describe('What a catalogue says for the papers', () => {
  let api: Awaited<ReturnType<typeof servedInMemory>>;
  before(async () => {
    api = await servedInMemory();
  });
  after(() => api.close());

  /** The body of an answer; of ids, numbers and times, which differ from one to the next, only that they are there. */
  const told = async (path: string): Promise<unknown> => {
    const { status, text } = await api.get(path);
    expect(status).to.equal(200);
    const masked = text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|VI-[\dA-F]{8}/g, 'id');
    return JSON.parse(masked.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')) as unknown;
  };

  // Proves: papers-stay-out-of-answers
  it('changes no answer of the API', async () => {
    const answers: unknown[] = [];
    const { body: vehicle } = await api.send('POST', '/vehicle', aVehicleInput());
    for (const definition of definitions) {
      await api.unitOfWork.run(async ({ catalogues }) => Ok(await catalogues.add(definition, 'a test')));
      const created = await api.send('POST', '/quote/create', {
        vehicleId: vehicle.id,
        coverageId: bare.coverage.id,
        duration: 12,
        usage: 'pleasure',
        startDate: api.clock.now().slice(0, 10),
        policyHolderName: 'Aya Koné',
        policyHolderPhone: '+2250701020304',
      });
      expect(created.status).to.equal(201);
      const stored = await inUnit(api.unitOfWork, async ({ vehicles, quotes }) => ({
        vehicle: await vehicles.find(api.company.id, vehicle.id),
        quote: await quotes.find(api.company.id, created.body.id),
      }));
      if (!stored.vehicle || !stored.quote) throw new Error('what was just made is not there');
      expect(stored.quote.coverage).to.deep.equal(definition.coverages[0]?.coverage);
      const other = await anotherQuote(api.unitOfWork, api.company, stored.vehicle, {
        coverage: stored.quote.coverage,
      });
      const { contract } = await storedContract(api.unitOfWork, other);
      answers.push([
        await told('/coverage'),
        await told(`/quote/${created.body.id}`),
        await told(`/quote/${other.quote.id}`),
        await told(`/contract/${contract.id}`),
      ]);
    }
    const [before, after] = answers;
    expect(after).to.deep.equal(before);
    expect(JSON.stringify(after)).to.include('Responsabilité civile');
  });
});

import { setCompany, type CatalogueDefinition, type PaperFacts } from '@vehicle-insurance/core';
import { aCatalogue, aCoverage, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { paperFacts } from '../../src/use-cases/document/paper-facts.ts';
import { scenario } from '../scenario.ts';

const insuredBy = (name: string): CatalogueDefinition => ({
  ...aCatalogue(),
  insurers: [{ code: 'own', name }],
  conditions: [{ code: 'motor', clauses: [{ subject: 'other', title: { text: name }, text: 'dit' }] }],
  translations: [{ text: 'Tiers', english: name }],
});

const INTERMEDIARY = { legalForm: 'SARL', address: 'Abidjan', licence: 'N° 7', phone: '+225 27 20 00 00 00' };

describe('the facts on papers', () => {
  const soldFrom = async (names: readonly string[], version: number): Promise<PaperFacts> => {
    const coverage = aCoverage({ insurer: 'own', conditions: 'motor' });
    const it = await scenario({ coverage, catalogueVersion: version });
    await inUnit(it.unitOfWork, async ({ catalogues }) => {
      for (const name of names) await catalogues.add(insuredBy(name), 'a test');
    });
    (await setCompany(it)({ company: it.company.id, ...INTERMEDIARY, by: 'an operator' })).unwrap();
    it.provider.pay((await it.pay()).unwrap().id);
    await it.pass({ minutes: 2 });
    return paperFacts(it, await it.contract(), 'Assureur configuré');
  };

  // Proves: quote-keeps-its-price
  it('come from the catalogue version that priced the quote, even if another was loaded since', async () => {
    const { insurer, conditions, translations } = await soldFrom(['Première', 'Seconde'], 1);
    expect(insurer.name).to.equal('Première');
    expect(translations).to.deep.equal([{ text: 'Tiers', english: 'Première' }]);
    expect(conditions?.clauses.map(({ title }) => title.text)).to.deep.equal(['Première']);
    expect((await soldFrom(['Première', 'Seconde'], 2)).insurer.name).to.equal('Seconde');
  });

  it('name the configured insurer if the catalogue names none or does not exist', async () => {
    for (const version of [1, 9]) {
      const { insurer, conditions } = await soldFrom([], version);
      expect([insurer, conditions]).to.deep.equal([{ name: 'Assureur configuré' }, null]);
    }
  });

  it('include how the contract was paid and which intermediary sold it', async () => {
    const { payment, contract, intermediary } = await soldFrom([], 1);
    expect(payment).to.include({ id: contract.paymentId, provider: 'fake' });
    expect([payment?.amount, payment?.fees]).to.deep.equal([120_225, 1_203]);
    expect(payment?.completed).to.be.a('string');
    expect(intermediary).to.deep.equal(INTERMEDIARY);
  });
});

import { expect } from 'chai';
import { getDocumentProxy } from 'unpdf';
import { covering, usualFacts } from './facts.ts';
import { contractDocument, pagesOf, textOf } from './reading.ts';

const longFacts = covering(60);

describe('contract document', () => {
  // Proves: contract-document
  it('says every fact of the contract', async () => {
    const text = await textOf(usualFacts);
    const facts = [
      'Conditions particulières',
      'Assurance automobile',
      'VI-7-2026-000042',
      'Lagune Courtage Assurances',
      'Assurances du Golfe',
      'Aya Koné',
      '+225 07 01 02 03 04',
      'AA-123-AB',
      'Toyota',
      'Corolla Cross',
      'Automobile',
      'Promenade et affaires',
      'Essence',
      '9 CV',
      '2022',
      '14 mars 2022',
      '18 500 000 F CFA',
      '13 200 000 F CFA',
      '12 mois',
      'du 1er novembre 2026 au 31 octobre 2027 inclus',
      'Tiers simple',
      'La garantie obligatoire, pour circuler en règle.',
      'Frais de défense, et de recours contre le responsable d’un accident.',
      'ATD-2026-00418273',
      'https://authority.example/verify/00418273',
      'Le souscripteur',
      'Fait le 1er novembre 2026.',
    ];
    for (const fact of facts) expect(text).to.include(fact);
  });

  // Proves: contract-document
  it('breaks the premium down, line by line, to the franc', async () => {
    const text = await textOf(usualFacts);
    const lines = [
      'Responsabilité civile 66 885 F CFA',
      'Défense et recours 7 950 F CFA',
      'Personnes transportées 7 500 F CFA',
      'Prime nette 82 335 F CFA',
      'Accessoires 7 000 F CFA',
      'Taxe sur les assurances 89 335 × 14,5 % 12 954 F CFA',
      'Fonds de garantie automobile 66 885 × 2 % 1 338 F CFA',
      'Carte brune CEDEAO 1 000 F CFA',
      'Total des taxes et contributions 15 292 F CFA',
      'Prime totale TTC 104 627 F CFA',
    ];
    for (const line of lines) expect(text).to.include(line);
  });

  it('continues a long list of guarantees on further pages, under its titles', async () => {
    const pages = await pagesOf(longFacts);
    const carrying = pages.filter((page) => page.includes('Garantie numéro'));
    expect(carrying).to.have.length.above(2);
    for (const page of carrying) expect(page).to.include('Garantie Ce qui est couvert');
    for (let at = 1; at <= 60; at += 1) expect(pages.join(' ')).to.include(`Garantie numéro ${at} Ce que couvre`);
  });

  // Proves: contract-document
  it('numbers its pages, and names the policy on each', async () => {
    const pages = await pagesOf(longFacts);
    pages.forEach((page, at) => {
      expect(page).to.include(`Page ${at + 1} / ${pages.length}`);
      expect(page).to.include('VI-7-2026-000042');
    });
    expect(await pagesOf(usualFacts)).to.have.length(2);
  });

  it('says in its own properties what it is, in which language and since when, and is always the same', async () => {
    const [pdf, again] = [await contractDocument.render(usualFacts), await contractDocument.render(usualFacts)];
    expect(Buffer.compare(pdf, again)).to.equal(0);
    const { info } = await (await getDocumentProxy(pdf)).getMetadata();
    expect(info).to.include({
      Title: 'Conditions particulières – Assurance automobile – Police n° VI-7-2026-000042',
      Author: 'Lagune Courtage Assurances',
      CreationDate: 'D:20261101091200Z',
      Language: 'fr-FR',
    });
  });
});

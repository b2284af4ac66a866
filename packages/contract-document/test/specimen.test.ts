import { instantOf, LANGUAGES, type LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { pdfContractDocument } from '../src/index.ts';
import { CANCELLED, fullFacts } from './facts.ts';
import { contractDocument, pagesIn, pagesOf, textIn } from './reading.ts';

const WORTHLESS = /SP[ÉE]CIMEN|sans valeur|no value/;

const expectMarked = (page: string): void => {
  expect(page.match(/SP[ÉE]CIMEN/g)).to.have.length(2);
  expect(page).to.include('sans valeur').and.include('no value');
};

describe('a specimen', () => {
  const specimens = pdfContractDocument({ specimen: true, zone: 'Africa/Lagos' });
  after(() => specimens.close());

  // Proves: specimens-marked
  it('is marked on every page, diagonally and in a line, while a real paper has no mark', async () => {
    for (const language of LANGUAGES) {
      const pages = await pagesIn(await specimens.render(fullFacts, language));
      expect(pages.length).to.be.above(1);
      for (const page of pages) expectMarked(page);
      for (const page of await pagesOf(fullFacts, language)) expect(page).to.not.match(WORTHLESS);
    }
  });

  // Proves: specimens-marked
  it('is also marked if it is a receipt', async () => {
    const receipt = { ...fullFacts, payment: fullFacts.payment ?? expect.fail('it was paid') };
    for (const language of LANGUAGES) {
      expectMarked(await textIn(await specimens.receipt(receipt, language)));
      const paid = await textIn(await contractDocument.receipt(receipt, language));
      expect(paid).to.include('105').and.not.match(WORTHLESS);
    }
  });

  it('shows days and hours in the business time zone, as every paper does', async () => {
    const [evening, day] = [instantOf('2026-11-01T23:30:00Z'), '2026-11-02' as LocalDate];
    const cancelled = { ...CANCELLED, at: evening };
    const contract = { ...fullFacts.contract, created: evening, startDate: day, paidOn: day, cancelled };
    const payment = { ...(fullFacts.payment ?? expect.fail('it was paid')), completed: evening };
    const facts = { ...fullFacts, contract, payment };
    const text = await textIn(await specimens.render(facts));
    const hour = '2 novembre 2026 à 00 h 30';
    for (const said of [`effet : ${hour}`, `Prime payée le ${hour}`, 'Fait le 2 novembre'])
      expect(text).to.include(said);
    expect(await textIn(await specimens.receipt(facts)))
      .to.include('FCFA le 2 novembre 2026 à 00 h 30.')
      .and.include('annulé le 2 novembre 2026');
  });
});

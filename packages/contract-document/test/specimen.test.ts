import { LANGUAGES } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { pdfContractDocument } from '../src/index.ts';
import { covering, fullFacts, usualFacts } from './facts.ts';
import { contractDocument, pagesIn } from './reading.ts';

const WORTHLESS = /SP[ÉE]CIMEN|sans valeur|no value/;

describe('a specimen', () => {
  const specimens = pdfContractDocument({ specimen: true });
  after(() => specimens.close());

  // Proves: specimens-say-so
  it('says so on every page, across it and in a line; what is none never does', async () => {
    for (const facts of [usualFacts, fullFacts, covering(60)])
      for (const language of LANGUAGES) {
        const pages = await pagesIn(await specimens.render(facts, language));
        expect(pages.length).to.be.above(1);
        for (const page of pages) {
          expect(page.match(/SP[ÉE]CIMEN/g)).to.have.length(2);
          expect(page).to.include('sans valeur').and.include('no value');
        }
        for (const page of await pagesIn(await contractDocument.render(facts, language)))
          expect(page).to.not.match(WORTHLESS);
      }
  });

  // Proves: specimens-say-so
  it('is every receipt as well; what is none never is', async () => {
    const receipt = { ...fullFacts, payment: fullFacts.payment ?? expect.fail('it was paid') };
    for (const language of LANGUAGES) {
      const [page = ''] = await pagesIn(await specimens.receipt(receipt, language));
      expect(page.match(/SP[ÉE]CIMEN/g)).to.have.length(2);
      const [paid = ''] = await pagesIn(await contractDocument.receipt(receipt, language));
      expect(paid).to.include('105').and.not.match(WORTHLESS);
    }
  });
});

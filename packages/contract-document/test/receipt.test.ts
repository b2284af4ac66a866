import { instantOf, type Cancellation, type Language, type ReceiptFacts } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { codesOn } from './codes.ts';
import { CANCELLED, fullFacts, lifted } from './facts.ts';
import { contractDocument, linksIn, pagesIn, textIn, textOf } from './reading.ts';

const paid = { ...(fullFacts.payment ?? expect.fail('it was paid')), id: 'p-1' };

const receiptFacts: ReceiptFacts = {
  ...fullFacts,
  payment: paid,
  proof: `https://insurer.example/v/${'A7'.repeat(90)}`,
};

const written = async (facts: ReceiptFacts, language?: Language): Promise<string> =>
  textIn(await contractDocument.receipt(facts, language));

describe('a receipt', () => {
  // Proves: papers-on-demand
  it('names a single day of cover once', async () => {
    const { startDate } = receiptFacts.contract;
    const oneDay = { ...receiptFacts, contract: { ...receiptFacts.contract, endDate: startDate } };
    expect(await written(oneDay))
      .to.include('le 1er novembre 2026')
      .and.not.include('inclus');
    expect(await written(oneDay, 'en'))
      .to.include('on 1 November 2026')
      .and.not.include('inclusive');
  });

  it('shows payer, amount, time and purpose on one page', async () => {
    const [page = '', ...more] = await pagesIn(await contractDocument.receipt(receiptFacts));
    expect(more).to.deep.equal([]);
    const said = [
      ...[
        'Quittance de prime Assurance automobile',
        'VI-7-2026-000042',
        'Aya Koné',
        'Assurances du Golfe',
        'AA-123-AB',
      ],
      'Reçu du souscripteur la somme de 105 674 FCFA le 1er novembre 2026 à 09 h 11.',
      ...['du 1er novembre 2026 au 31 octobre 2027 inclus', 'Prime totale TTC 104 627 FCFA'],
      ...['Frais de paiement 1 047 FCFA', 'Total payé 105 674 FCFA', 'Référence du paiement p-1'],
    ];
    for (const each of said) expect(page).to.include(each);
    expect(await written(lifted(receiptFacts))).to.include(
      'Prime nette 85 500 FCFA Accessoires 7 000 FCFA Carte verte 500 FCFA Total des taxes et contributions ' +
        '16 092 FCFA Prime totale TTC 109 092 FCFA Frais de paiement 1 047 FCFA Total payé 105 674 FCFA',
    );
    expect(page).to.not.include('annulé').and.not.include('Attestation');
    const links = await linksIn(await contractDocument.receipt(receiptFacts));
    expect(links, 'the code as a link').to.deep.equal([receiptFacts.proof]);
    const codes = await codesOn(await contractDocument.receipt(receiptFacts));
    expect(codes.map(({ text }) => text)).to.deep.equal([receiptFacts.proof]);
  });

  it('is available in English', async () => {
    const translations = [{ text: receiptFacts.quote.coverage.name, english: 'Third party only' }];
    const page = await written({ ...receiptFacts, translations }, 'en');
    expect(page)
      .to.include('Premium receipt Car insurance')
      .and.include('Received from the policyholder the sum of 105,674 F CFA');
    expect(page).to.include('Third party only').and.not.include(receiptFacts.quote.coverage.name);
  });

  it('states that the contract was cancelled, and what is refunded', async () => {
    const at = instantOf('2026-11-03T10:00:00Z');
    const refunded = (refund: Cancellation['refund']) => {
      const cancelled = { ...CANCELLED, at, refund };
      return { ...receiptFacts, contract: { ...receiptFacts.contract, cancelled } };
    };
    const facts = refunded({ amount: 57_719, lines: [57_719], fees: 0 });
    expect(await written(refunded(null))).to.include('Le contrat a été annulé le 3 novembre 2026.');
    expect(await written(facts)).to.include(
      'Le contrat a été annulé le 3 novembre 2026 ; remboursement : 57 719 FCFA.',
    );
    expect(await written(facts, 'en')).to.include('was cancelled on 3 November 2026; refund: 57,719 F CFA.');
  });

  it('shows only the total if the lines of an imported quote do not add up to it, like the contract', async () => {
    const { amount, lines } = fullFacts.quote.premium;
    const [less, more] = [lines.slice(1), [...lines, ...lines]].map((own) => ({
      quote: { ...fullFacts.quote, premium: { amount, lines: own } },
    }));
    for (const text of [
      await written({ ...receiptFacts, ...less }),
      await written({ ...receiptFacts, ...more }),
      await textOf({ ...fullFacts, ...less, payment: paid }),
    ]) {
      for (const said of ['Prime totale TTC 104 627 FCFA', 'Total payé 105 674 FCFA']) expect(text).to.include(said);
      for (const left of ['Prime nette', 'Accessoires', 'Total des taxes']) expect(text).to.not.include(left);
    }
  });
});

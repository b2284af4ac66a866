import type { Cancellation, CancellationFacts, Language, LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { french as words } from '../src/words/french.ts';
import { CANCELLED, fullFacts } from './facts.ts';
import { contractDocument, pagesIn, textIn } from './reading.ts';

const payment = fullFacts.payment ?? expect.fail('it was paid');
const { lines } = fullFacts.quote.premium;

const factsWith = (over: Partial<Cancellation>): CancellationFacts => {
  const cancelled = { ...CANCELLED, ...over };
  return { ...fullFacts, payment, cancelled, contract: { ...fullFacts.contract, cancelled } };
};
const written = async (over: Partial<Cancellation>, language?: Language): Promise<string> =>
  textIn(await contractDocument.cancellation(factsWith(over), language));

const PART = {
  code: 'sale',
  reason: 'vendu à Bouaké',
  lastDay: '2026-12-31' as LocalDate,
  refund: { amount: 45_678, lines: lines.map((_, at) => (at === 0 ? 45_678 : 0)), fees: 0 },
} as const;

describe('a statement of cancellation', () => {
  // Proves: cancellation-statement
  it('shows the last day, each line with its refund, and how it was computed, on one page', async () => {
    const page = await written(PART);
    for (const said of [
      ...['Avis d’annulation', 'Vente du véhicule', 'vendu à Bouaké', 'Dernier jour de garantie'],
      ...['31 décembre 2026', 'Total 105 674 FCFA 45 678 FCFA', 'jours non courus'],
    ])
      expect(page).to.include(said);
    for (const { label } of lines) expect(page).to.include(label);
    expect(await pagesIn(await contractDocument.cancellation(factsWith(PART)))).to.have.length(1);
  });

  it('states that everything or nothing is refunded', async () => {
    const amount = payment.amount + payment.fees;
    const whole = { amount, lines: lines.map((line) => line.amount), fees: payment.fees };
    expect(await written({ refund: whole }))
      .to.include('La totalité de la somme payée est remboursée')
      .and.include('Aucun jour');
    expect(await written({ lastDay: PART.lastDay, refund: null })).to.include('Aucun remboursement n’est dû');
  });

  // Proves: cancellation-statement
  it('has a line for the amount by which the lines of an imported premium differ from the charge', async () => {
    const all = payment.amount + payment.fees;
    const of = fullFacts.quote.premium;
    const facts = factsWith({ ...PART, refund: { amount: 500, lines: lines.map(() => 100), fees: 0 } });
    const imported = { ...of, lines: of.lines.map((line) => ({ ...line, amount: 90_000 })) };
    const page = await textIn(
      await contractDocument.cancellation({ ...facts, quote: { ...facts.quote, premium: imported } }),
    );
    const [charged, refunded] = [payment.amount - 90_000 * lines.length, 500 - 100 * lines.length].map(words.francs);
    expect(page).to.include(`Écart entre le détail et la prime payée ${charged} ${refunded}`.replaceAll(/\s/g, ' '));
    expect(page).to.include(`Total ${words.francs(all)} ${words.francs(500)}`.replaceAll(/\s/g, ' '));
    expect(await written(PART)).to.not.include('importée');
  });

  it('is available in English', async () => {
    expect(await written(PART, 'en'))
      .to.include('Statement of cancellation')
      .and.include('Sale of the vehicle')
      .and.include('unused days');
  });
});

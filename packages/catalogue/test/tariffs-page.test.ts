import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import { explainLine, price, spaced } from '@vehicle-insurance/core';
import { day, someFacts } from './some-facts.ts';

describe('docs/tariffs.md', () => {
  // Proves: sandbox-catalogue-prices
  it('shows a premium that the shipped catalogue produces', async () => {
    const page = await readFile(new URL('../../../docs/tariffs.md', import.meta.url), 'utf8');
    // Spaces align the columns. The lines of other tables end in words.
    const shown = page
      .split('\n')
      .map((line) => line.replace(/ +/g, ' '))
      .filter((line) => /^\| (`.*` \| .* \| [\d ]+|\| \| \*\*premium\*\* .*) \|$/.test(line));

    const priced = sandboxCatalogue().coverages.find(({ coverage }) => coverage.name === 'Tiers + vol et incendie');
    if (!priced) throw new Error('the coverage of the page no longer exists');
    const facts = someFacts({ duration: 6, usage: 'renting', startDate: day('2026-02-01') });
    const { amount, lines } = price(priced.coverage, priced.tariff, facts).unwrap();

    expect(shown).to.deep.equal([
      ...lines.map((line) => `| \`${line.code}\` | ${line.label} | ${explainLine(line)} | ${spaced(line.amount)} |`),
      `| | | **premium** | **${spaced(amount)}** |`,
    ]);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { factsIn, rowOf } from './hardest-cancellations.ts';

const PAGE = new URL('../../../../docs/cancellation.md', import.meta.url);

describe('docs/cancellation.md', () => {
  it('shows twenty hard cancellations as the service computes them', () => {
    const shown = readFileSync(PAGE, 'utf8')
      .split('\n')
      .map((row) => row.replace(/ +/g, ' '))
      .filter((row) => /^\| \d{4}-/.test(row));
    expect(shown).to.have.length(20);
    for (const row of shown) expect(row).to.equal(rowOf(factsIn(row)));
  });
});

import { expect } from 'chai';
import { takeFound } from '../../src/database/claim-across-companies.ts';

describe('a claim of work across companies', () => {
  it('stays within its limit when it searches again because other processes hold the work it found', async () => {
    const rows = (...ids: readonly string[]) => ids.map((id) => ({ companyId: id.slice(0, 1), id }));
    const looks = [rows('a1', 'a2'), rows('b1', 'c1', 'b2', 'c2')];
    const look = async () => looks.shift() ?? [];
    const taken = await takeFound(2, look, async (companyId, found) => (companyId === 'a' ? [] : found));
    expect(taken.map(({ id }) => id)).to.deep.equal(['b1', 'b2']);
  });
});

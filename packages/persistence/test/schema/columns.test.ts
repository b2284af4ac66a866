import { expect } from 'chai';
import { areIds, instant, isStorable, storable } from '../../src/database/text.ts';

describe('a column', () => {
  for (const [written, expected] of [
    ['2026-01-15 09:00:00+00', '2026-01-15T09:00:00.000Z'],
    ['2026-01-15 09:00:00.5+00', '2026-01-15T09:00:00.500Z'],
    ['2026-01-15T09:00:00.123+00:00', '2026-01-15T09:00:00.123Z'],
    ['2026-01-15T09:00:00.123Z', '2026-01-15T09:00:00.123Z'],
    ['2026-01-15 14:30:00.07+05:30', '2026-01-15T09:00:00.070Z'],
  ] as const)
    it(`with ${written} is read as ${expected}`, () => {
      expect(instant(written)).to.equal(expected);
    });

  it('accepts ids in canonical form only', () => {
    const id = '0190f3c0-5b7a-7c3e-8d2a-1f6e9b0c4d5e';
    expect(areIds(id)).to.equal(true);
    for (const odd of ['', id.toUpperCase(), `{${id}}`, `${id}\n`, id.replaceAll('-', '')])
      expect(areIds(id, odd)).to.equal(false);
  });

  it('accepts no text that PostgreSQL cannot store', () => {
    expect(isStorable('阿雅 🚗')).to.equal(true);
    for (const odd of ['a\0b', '\ud800']) expect(isStorable(odd)).to.equal(false);
  });

  it('stores a provider’s response with unstorable characters replaced at any depth', () => {
    const response = { 'a\0': ['b\0c', { d: 'e\ud800' }], f: 1, g: null, h: true };
    expect(storable(response)).to.deep.equal({ 'a\ufffd': ['b\ufffdc', { d: 'e\ufffd' }], f: 1, g: null, h: true });
  });
});

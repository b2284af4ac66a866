import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { PLANTED_BUGS } from '../planted/planted-bugs.ts';
import { marksIn } from './marks.ts';
import { checklist, marks, PAGE, rules } from './page.ts';

const KEYS = Object.values(rules.proved).flatMap((section) => Object.keys(section));

describe('the checklist', () => {
  it('is what the tests’ own marks say: npm run docs -- checklist writes it', () => {
    expect(readFileSync(PAGE, 'utf8')).to.equal(checklist(rules, marks(), PLANTED_BUGS));
  });

  it('has a proof for every rule it calls proved, and a rule for every proof', () => {
    expect(KEYS.length).to.be.greaterThan(200);
    expect(new Set(KEYS).size).to.equal(KEYS.length);
    const marked = new Set(marks().map(({ rule }) => rule));
    expect(KEYS.filter((key) => !marked.has(key))).to.deep.equal([]);
    expect([...marked].filter((key) => !KEYS.includes(key))).to.deep.equal([]);
  });

  it('says what is not proved', () => {
    expect(rules.notProved.length).to.be.greaterThan(0);
  });
});

describe('a mark of what a test proves', () => {
  const marked = (text: string) => marksIn('a.test.ts', text).map(({ rule, title }) => [rule, title]);

  it('stands above a test, whatever its title is made of', () => {
    expect(marked(`// Proves: a, b-c\nit('adds up', () => undefined);`)).to.deep.equal([
      ['a', 'adds up'],
      ['b-c', 'adds up'],
    ]);
    expect(
      marked('for (const n of [1])\n  // Proves: a\n  it(`adds ${n} up`, () => undefined).timeout(9);'),
    ).to.deep.equal([['a', 'adds … up']]);
    const dots = `describe('of many', () => {\n  // Proves: a\n  // Why it matters.\n  it(title, () => undefined);\n});`;
    expect(marked(dots)).to.deep.equal([['a', 'of many › …']]);
  });

  it('stands above a row of a table', () => {
    const rows = `const table = [\n  // Proves: a\n  { status: 404, when: 'paying', ask: () => 'x' },\n  // Proves: b\n  ['x', 3, y],\n  // Proves: c\n  bad('z', y),\n];`;
    expect(marked(rows)).to.deep.equal([
      ['a', '404, paying'],
      ['b', 'x, 3'],
      ['c', 'z'],
    ]);
    expect(marked(`const cases = {\n  // Proves: a\n  'keeps all': () => undefined,\n};`)).to.deep.equal([
      ['a', 'keeps all'],
    ]);
  });

  it('stands nowhere else', () => {
    for (const text of [`describe('x', () => undefined);`, 'const x = 1;', 'expect(1).to.equal(1);'])
      expect(() => marked(`// Proves: a\n${text}`), text).to.throw(/above no test/);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { PLANTED_BUGS } from '../planted/planted-bugs.ts';
import { marksIn } from './marks.ts';
import { checklist, marks, PAGE, rules } from './page.ts';

const MARKS = marks();
const KEYS = Object.values(rules.proved).flatMap((section) => Object.keys(section));

describe('the checklist', () => {
  it('is what the tests’ own marks say: npm run docs -- checklist writes it', () => {
    expect(readFileSync(PAGE, 'utf8')).to.equal(checklist(rules, MARKS, PLANTED_BUGS));
  });

  it('has a proof for every rule it calls proved, and a rule for every proof', () => {
    expect(KEYS.length).to.be.greaterThan(200);
    expect(new Set(KEYS).size).to.equal(KEYS.length);
    const marked = new Set(MARKS.map(({ rule }) => rule));
    expect(KEYS.filter((key) => !marked.has(key))).to.deep.equal([]);
    expect([...marked].filter((key) => !KEYS.includes(key))).to.deep.equal([]);
  });

  it('says what is not proved', () => {
    expect(rules.notProved.length).to.be.greaterThan(0);
  });
});

describe('a mark of what a test proves', () => {
  it('stands above a test or a row of a table, and nowhere else', () => {
    const titles = (text: string) => marksIn('a.test.ts', text).map(({ rule, title }) => [rule, title]);
    const rows = `const table = [\n  // Proves: a, b\n  { status: 404, when: 'paying', ask: () => 'x' },\n];`;
    expect(titles(rows)).to.deep.equal([
      ['a', '404, paying'],
      ['b', '404, paying'],
    ]);
    for (const text of [`describe('x', () => undefined);`, 'const x = 1;', 'expect(1).to.equal(1);'])
      expect(() => titles(`// Proves: a\n${text}`), text).to.throw(/above no test/);
  });
});

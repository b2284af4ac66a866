import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { PLANTED_BUGS } from '../planted/planted-bugs.ts';
import { checklist, marks, PAGE, rules } from './page.ts';

const MARKS = marks();
const KEYS = Object.values(rules.proved).flatMap((section) => Object.keys(section));

describe('the checklist', () => {
  it('matches the marks in the tests (to update it: npm run docs -- checklist)', () => {
    expect(readFileSync(PAGE, 'utf8')).to.equal(checklist(rules, MARKS, PLANTED_BUGS));
  });

  it('has a proof for every proved rule, and a rule for every proof', () => {
    expect(KEYS.length).to.be.greaterThan(200);
    expect(new Set(KEYS).size).to.equal(KEYS.length);
    const marked = new Set(MARKS.map(({ rule }) => rule));
    expect(KEYS.filter((key) => !marked.has(key))).to.deep.equal([]);
    expect([...marked].filter((key) => !KEYS.includes(key))).to.deep.equal([]);
  });

  it('lists the rules without a proof', () => {
    expect(rules.notProved.length).to.be.greaterThan(0);
  });
});

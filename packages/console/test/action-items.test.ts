import { readFileSync } from 'node:fs';
import { ACTION_ITEM_KINDS } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { ITEM_WORDS, type Remedy } from '../src/words/action-items.ts';

const COMMANDS: Readonly<Record<Remedy, RegExp>> = {
  'payment-close': /operator payment close /,
  'payment-refunded': /operator payment refunded /,
  'certificate-retry': /operator certificate retry /,
  'certificate-attach': /operator certificate attach /,
  'contract-cancel': /operator contract cancel /,
  'documents-run': /operator work run documents/,
  'statement-explain': /operator statement explain /,
  'payment-settle': /operator payment settle /,
  dismiss: /operator work dismiss /,
};

const sections = new Map(
  readFileSync(new URL('../../../docs/morning.md', import.meta.url), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((section) => [/^`(\w+)`/.exec(section)?.[1], section]),
);

describe('the words of action items', () => {
  for (const kind of ACTION_ITEM_KINDS)
    it(`${kind}: offers what the operator's morning has typed, and nothing else`, () => {
      const typed = Object.entries(COMMANDS)
        .filter(([, command]) => command.test(sections.get(kind) ?? ''))
        .map(([remedy]) => remedy);
      expect([...ITEM_WORDS[kind].remedies].sort()).to.deep.equal(typed.sort());
      expect(ITEM_WORDS[kind].next.length).to.be.greaterThan(60);
    });
});

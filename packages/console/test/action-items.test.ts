import { readFileSync } from 'node:fs';
import { ACTION_ITEM_KINDS } from '@vehicle-insurance/core';
import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { itemsPage } from '../src/pages/items.ts';
import type { Page } from '../src/web/route.ts';
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

describe('the French text of an action item', () => {
  for (const kind of ACTION_ITEM_KINDS)
    it(`${kind}: offers the same remedies as docs/morning.md`, () => {
      const typed = Object.entries(COMMANDS)
        .filter(([, command]) => command.test(sections.get(kind) ?? ''))
        .map(([remedy]) => remedy);
      expect([...ITEM_WORDS[kind].remedies].sort()).to.deep.equal(typed.sort());
      expect(ITEM_WORDS[kind].next.length).to.be.greaterThan(60);
    });
});

describe('the page of action items', () => {
  it('includes unlisted items in its counts', async () => {
    const item = (kind: string, total: number) => ({
      ...{ kind, total, id: 'an id', companyName: 'Courtage', since: SOME_MORNING, why: null, nextTry: null },
    });
    const [page, pages] = [itemsPage.answer, { access: { proposals: { list: async () => [] } } }];
    const actionItems = async () => [item('refund_manual', 300), item('refund_manual', 300), item('document_late', 1)];
    const list = async () => [];
    const store = { paymentQueries: { list, pause: async () => undefined }, contractQueries: { list } };
    const ports = { workQueries: { actionItems }, store, clock: { now: () => SOME_MORNING }, zone: 'Africa/Abidjan' };
    const visit = {} as Parameters<typeof page>[0];
    const shown = (await page(visit, { ...pages, ports } as unknown as Parameters<typeof page>[1])) as Page;
    expect(shown.title).to.equal('À traiter (301)');
    expect(`${await shown.body}`)
      .to.include('(2 sur 300)')
      .and.to.include('(1)');
  });
});

import { readFileSync } from 'node:fs';
import { ACTION_ITEM_KINDS, type ActionName } from '@vehicle-insurance/core';
import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { itemsPage } from '../src/pages/items.ts';
import type { Page } from '../src/web/route.ts';
import { ITEM_WORDS } from '../src/words/action-items.ts';

const REMEDIES = new Set(Object.values(ITEM_WORDS).flatMap(({ remedies }) => remedies));
const commandOf = (remedy: ActionName): string => `operator ${remedy === 'work run' ? 'work run documents' : remedy}`;

const sections = new Map(
  readFileSync(new URL('../../../docs/morning.md', import.meta.url), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((section) => [/^`(\w+)`/.exec(section)?.[1], section]),
);

describe('the French text of an action item', () => {
  for (const kind of ACTION_ITEM_KINDS)
    it(`offers the same remedies as docs/morning.md: ${kind}`, () => {
      const typed = [...REMEDIES].filter((remedy) => sections.get(kind)?.includes(commandOf(remedy)));
      expect(ITEM_WORDS[kind].remedies).to.have.members(typed);
      expect(ITEM_WORDS[kind].next.length).to.be.greaterThan(60);
    });
});

describe('the page of action items', () => {
  it('includes unlisted items in its counts, and shows which items need a person', async () => {
    const item = (kind: string, total: number) => ({
      ...{ kind, total, id: 'an id', companyName: 'Courtage', since: SOME_MORNING, why: null },
      nextTry: kind === 'document_late' ? SOME_MORNING : null,
    });
    const [page, pages] = [itemsPage.answer, { access: { proposals: { list: async () => [] } } }];
    const actionItems = async () => [item('refund_manual', 300), item('refund_manual', 300), item('document_late', 1)];
    const list = async () => [];
    const store = { paymentQueries: { list, pause: async () => undefined }, contractQueries: { list } };
    const clock = { now: () => SOME_MORNING };
    const figures = { sums: async () => [] };
    const times = { clock, uncheckedClock: clock, zone: 'Africa/Abidjan' };
    const ports = { ...times, figures, workQueries: { actionItems }, store };
    const visit = { person: { role: 'look' } } as Parameters<typeof page>[0];
    const shown = (await page(visit, { ...pages, ports } as unknown as Parameters<typeof page>[1])) as Page;
    expect(shown.title).to.equal('À traiter (301)');
    const [byHand = '', automatic = ''] = `${await shown.body}`.split('Document attendu');
    expect(byHand).to.include('(2 sur 300)').and.to.include('Votre intervention est nécessaire');
    expect(automatic).to.include('(1)').and.to.include('Prochaine tentative');
  });
});

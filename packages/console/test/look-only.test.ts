import { Ok, type Bordereaux } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { everyPage } from './every-page.ts';
import { REFUSED } from './memory-service.ts';
import { officeForAll } from './office.ts';
import type { Visitor } from './visitor.ts';

/** Forms that change nothing, or only end the person's own session. */
const HARMLESS = ['/sign-out', '/what-if'];

describe('a person who may only look', () => {
  const done = Ok(undefined);
  const bordereaux = { canWrite: async () => done, write: async () => done, read: async () => [] };
  const office = officeForAll({
    opensWith: 'cinetpay',
    bordereauxOf: () => bordereaux as unknown as Bordereaux,
  });
  let pages: readonly string[];
  let looking: Visitor;
  let acting: Visitor;

  before(async () => {
    const { contractId, payment } = await office.bought(REFUSED);
    const month = office.month();
    await office.pass({ hours: 24 * 32 });
    const late = await office.pay(await office.quote());
    await office.pass({ hours: 1 });
    looking = await office.signedIn('Awa', 'look');
    acting = await office.signedIn('Koffi', 'act');
    const close = `/act/books-close/${month}`;
    await acting.fill(close, close, { why: 'vu' });
    const proposal = { action: 'payment close', subjectId: late.id, fields: { why: 'le payeur le demande' } };
    await office.access.proposals.add(proposal, { name: 'Yao', issuer: null, subject: null, role: 'act' }, 60);
    const { vehicle } = (await office.store.contractQueries.inspect(contractId)) ?? expect.fail('it is bought');
    const [session] = await office.access.sessions.list();
    pages = everyPage(
      {
        ...{ payment: late.id, contract: contractId, company: office.company.id, difference: payment.id },
        ...{ item: contractId, month: office.month(), bordereaux: month, session: session?.id ?? '' },
        ...{ service: '-', voucher: '-', statement: '-' },
      },
      {
        '/search': ['/search?q=exemple'],
        '/client/:phone': [`/client/${REFUSED}`],
        '/vehicle/:id': [`/vehicle/${vehicle.id}`],
        '/payment/:id': [`/payment/${payment.id}`, `/payment/${late.id}`],
        '/contract/:id': [`/contract/${contractId}`],
        '/statement/day': [`/statement/day?day=${office.today()}`],
        '/books/:month': [`/books/${month}`],
        '/books/:month/bordereaux': [`/books/${month}/bordereaux`],
        '/company/:id': [`/company/${office.company.id}`],
        '/company/:id/setup': [`/company/${office.company.id}/setup`],
      },
    );
  });

  const offered = async (browser: Visitor, page: string): Promise<readonly string[]> => {
    const { status, text } = await browser.get(page);
    expect(status, page).to.equal(200);
    const forms = [...text.matchAll(/<form\s+method="post"\s+action="([^"]*)"/g)].map(([, to = '']) => to);
    const links = [...text.matchAll(/<a[^>]* href="(\/act\/[^"]*)"/g)].map(([, to = '']) => to);
    return [...forms.filter((to) => !HARMLESS.includes(to)), ...links];
  };

  it('is offered no action on any page, while a person who may act is offered actions on most pages', async () => {
    const active: string[] = [];
    for (const page of pages) {
      expect(await offered(looking, page), page).to.deep.equal([]);
      if ((await offered(acting, page)).length > 0) active.push(page);
    }
    const plain = pages.filter((page) => !active.includes(page) && !page.startsWith('/act/'));
    expect(active).to.have.length.above(20);
    expect(plain.map((page) => page.split(/[/?]/)[1])).to.not.include.members(['', 'contract', 'payment', 'health']);
  });
});

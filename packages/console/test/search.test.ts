import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { ROUTES } from '../src/routes.ts';
import { carryOut, officeForAll } from './office.ts';
import { rowsOf, textOf, visitor, type Visitor } from './visitor.ts';

const FIELD = /<header>.*<form method="get" action="\/search" role="search">.*<input\s+name="q"\s+type="search"/s;

describe('the search of the console', () => {
  const office = officeForAll();
  let awa: Visitor;
  const found = (typed: string) => awa.get(`/search?q=${encodeURIComponent(typed)}`);

  before(async () => {
    awa = await office.signedIn('Awa', 'look');
  });

  it('has a field on every page of a signed-in person, and on no other', async () => {
    for (const { path } of ROUTES.filter(({ method, path }) => method === 'GET' && !/:|file|csv/.test(path)))
      expect((await awa.get(path)).text, path).to.match(FIELD);
    expect((await visitor(office.origin).get('/sign-in')).text).not.to.match(FIELD);
  });

  it('lists clients, contracts, payments, vehicles and companies, with who and what each is', async () => {
    const { contractId, payment } = await office.bought('0700005678');
    const { contract, vehicle } = (await office.store.contractQueries.inspect(contractId)) ?? expect.fail();
    const client = `client/${encodeURIComponent('+2250700005678')}`;
    for (const typed of ['exemple AY', '5678', '07 00 00 56 78', 'of 1', contract.policyNumber, payment.id.slice(-8)]) {
      const page = await found(typed);
      const rows = rowsOf(page.text);
      expect(rows, typed).to.have.length(4);
      for (const row of rows.slice(0, 3))
        for (const word of ['Aya Exemple', 'OF-1', contract.policyNumber])
          expect(row.join(' '), typed).to.include(word);
      for (const row of rows) expect(row, typed).to.include.members(['Courtage du bac à sable']);
      for (const path of [`payment/${payment.id}`, `contract/${contractId}`, `vehicle/${vehicle.id}`, client])
        expect(page.text, typed).to.include(`href="/${path}"`);
      expect(textOf(page)).to.match(/il y a|à l’instant/);
    }
    expect(rowsOf((await found('sable courtage')).text)).to.deep.equal([
      ['Courtage du bac à sable', 'désactivée', 'à l’instant'],
    ]);
  });

  it('offers people who may act to cancel a contract that is found, unless it is cancelled', async () => {
    const koffi = await office.signedIn('Koffi', 'act');
    const contractId = await office.contract('0700004321');
    const form = `/act/contract-cancel/${contractId}`;
    const offers = async (browser: Visitor) => (await browser.get('/search?q=0700004321')).text.includes(form);
    expect([await offers(awa), await offers(koffi)]).to.deep.equal([false, true]);
    await carryOut(koffi, form, { reason: 'sale', refund: 'auto', why: 'vendu' });
    expect(await offers(koffi)).to.equal(false);
  });

  it('shows no id where a payment leads to the other payments of its quote', async () => {
    const { payment, quoteId } = await office.bought('0700005566');
    const link = `/search?q=${quoteId}`;
    expect((await awa.get(`/payment/${payment.id}`)).text).to.include(`href="${link}"`);
    const page = await awa.get(link);
    expect(page.text).to.include(`href="/payment/${payment.id}"`);
    expect(`${textOf(page)} ${/<input\s+name="q"[^>]*>/s.exec(page.text)?.[0]}`).not.to.include(quoteId);
  });

  it('lists ten matches of each kind, and the number of further matches', async () => {
    for (let n = 0; n < 12; n += 1) await office.quote('0700009999');
    const shown = textOf(await found('9999'));
    expect(shown).to.include('2 autres résultats : précisez la recherche.');
  });

  it('keeps the text in the field, escaped, and explains what can be searched if nothing is found', async () => {
    const { text } = await found(' "><script>alert(1)</script>% ');
    expect(text).to.include('Aucun résultat').and.to.include('value=" &quot;&gt;&lt;script&gt;');
    expect(text).not.to.include('<script>alert');
    expect((await awa.get('/search')).text).to.include('ses derniers chiffres');
  });

  it('moves to the field by the key “/”, except while a person types', () => {
    const focused: string[] = [];
    class Element {
      readonly isField: boolean;
      constructor(isField: boolean) {
        this.isField = isField;
      }
      closest = () => (this.isField ? this : null);
    }
    class HTMLInputElement extends Element {
      focus = () => focused.push('focus');
      select = () => focused.push('select');
    }
    let press: (event: object) => void = () => undefined;
    const document = {
      addEventListener: (_: string, listener: typeof press) => void (press = listener),
      querySelector: () => new HTMLInputElement(true),
    };
    const script = readFileSync(new URL('../src/assets/search-key.js', import.meta.url), 'utf8');
    runInNewContext(script, { document, Element, HTMLInputElement });
    let prevented = 0;
    const preventDefault = () => void (prevented += 1);
    for (const other of [{ key: 'a' }, { key: '/', ctrlKey: true }, { key: '/', target: new Element(true) }])
      press({ target: new Element(false), preventDefault, ...other });
    expect([focused, prevented]).to.deep.equal([[], 0]);
    press({ key: '/', target: new Element(false), preventDefault });
    expect([focused, prevented]).to.deep.equal([['focus', 'select'], 1]);
  });
});

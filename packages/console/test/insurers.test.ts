import type { Entry } from '@vehicle-insurance/core';
import { anEntry, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { openOffice, type Office } from './office.ts';
import { rowsOf, type Visitor } from './visitor.ts';

/** The insurer of the sandbox's catalogue. Its older entries have no code: they are the service's own insurer's. */
const NAME = 'Assurances du bac à sable';

describe('an insurer whose older entries have no code', () => {
  let office: Office;
  let awa: Visitor;
  const page = async (path: string) => (await awa.get(path)).text;
  const book = (insurer: string | null, amount: number) => {
    const postings: Entry['postings'] = [
      { account: 'wallet', amount },
      { account: 'premium_due', amount: -amount },
    ];
    const entry = anEntry({ insurer, companyId: office.company.id, bookedOn: office.today(), postings });
    return inUnit(office.store.unitOfWork, ({ ledger }) => ledger.post(entry));
  };
  /** The texts of the options of a field, without the first one, which chooses nothing. */
  const optionsOf = (text: string, field: string): readonly string[] => {
    const [, options = ''] = new RegExp(`<select[^>]*name="${field}".*?</option>(.*?)</select>`, 's').exec(text) ?? [];
    return [...options.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name = '']) => name);
  };

  before(async () => {
    office = await openOffice({ environment: { INSURANCE_COMPANY: NAME } });
    awa = await office.signedIn('Awa', 'act');
    await book(null, 1_000);
    await book('sandbox', 20_000);
  });
  after(() => office.close());

  it('is offered once in the ledger, with the entries of both forms of its name', async () => {
    for (const code of ['-', 'sandbox']) {
      const text = await page(`/books/ledger?account=wallet&insurer=${code}`);
      expect(optionsOf(text, 'insurer')).to.deep.equal([NAME]);
      expect(text).to.match(new RegExp(`<option value="[^"]*"\\s+selected>${NAME}<`));
      expect(rowsOf(text).map((row) => row[5])).to.have.members(['1\u202f000\u00a0FCFA', '20\u202f000\u00a0FCFA']);
      const file = await page(`/books/ledger/file?format=csv&account=wallet&insurer=${code}`);
      expect(file.trim().split('\n')).to.have.length(3);
    }
  });

  it('has each account once in the trial balance', async () => {
    const accounts = rowsOf(await page(`/books/${office.month()}`)).map(([account = '']) => account);
    expect(accounts).to.have.length(3);
    expect(new Set(accounts).size).to.equal(3);
  });

  it('has a line for each of its two balances on the page of the books, with different names and forms', async () => {
    const text = await page('/books');
    const lines = rowsOf(text).filter(([name = '']) => name.startsWith(NAME));
    expect(lines.map(([, due]) => due)).to.have.members(['1\u202f000\u00a0FCFA', '20\u202f000\u00a0FCFA']);
    expect(new Set(lines.map(([name]) => name)).size).to.equal(2);
    for (const code of ['-', 'sandbox'])
      expect(text).to.include(`href="/act/books-record/-?kind=remittance&amp;insurer=${code}"`);
    const form = await page('/act/books-record/-?kind=remittance&insurer=sandbox');
    const options = optionsOf(form, 'insurer');
    expect(new Set(options).size).to.equal(options.length).and.to.equal(2);
    expect(form)
      .to.match(/<option value="sandbox"\s+selected>/)
      .and.to.match(/<option value="remittance"\s+selected>/);
  });
});

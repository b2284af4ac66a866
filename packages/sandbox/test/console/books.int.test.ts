import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  chargedAmount,
  later,
  listCompanies,
  monthInFrench,
  type ActionItem,
  type DifferenceDetails,
} from '@vehicle-insurance/core';
import { aPaidPayment, aPaymentSession, aQuote, at, inUnit, BY_A_TEST } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { rowsOf, type Visitor } from '../../../console/test/visitor.ts';
import { apiWorld, daysAfter, type PaymentBody, type World } from '../api/world.ts';
import { signIn } from './enter.ts';

interface Books {
  readonly balances: readonly { readonly number: string; readonly debit: number; readonly credit: number }[];
}

// The second journey through the console: from a statement with discrepancies to closed books.
describe('a statement with 110 wrong amounts and a missing payment, on a sandbox', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'statement-'));
  let world: World;
  let operator: World['operator'];
  let awa: Visitor;
  let missing: PaymentBody;
  let bring: (columns: Readonly<Record<string, string>>) => Promise<object>;

  /** Stores payments that were settled this morning directly: buying each would take a minute. */
  const storeSettled = async (count: number) => {
    const { ports } = await world.operator.context();
    const [{ id: companyId } = { id: '' }] = await listCompanies(ports)();
    const { id: vehicleId } = await world.register();
    const created = at(`${await world.clock.today()}T07:00:00.000Z`);
    const times = { created, completed: later(created, { minutes: 2 }) };
    const all = Array.from({ length: count }, () => {
      const quote = aQuote({ companyId, vehicleId, created });
      const session = aPaymentSession({ expires: later(created, { minutes: 30 }) });
      return {
        quote,
        payment: aPaidPayment({ companyId, quoteId: quote.id, provider: 'cinetpay', session, ...times }),
      };
    });
    await inUnit(ports.unitOfWork, async ({ quotes, payments }) => {
      for (const { quote, payment } of all) {
        (await quotes.add(quote)).unwrap();
        await payments.add(payment, { at: created, why: BY_A_TEST });
      }
    });
    return all.map(({ payment }) => ({ id: payment.id, charged: chargedAmount(payment) }));
  };

  before(async () => {
    world = await apiWorld({ MOBILE_MONEY: 'cinetpay', CONSOLE_PORT: '0' });
    ({ operator } = world);
    awa = await signIn(operator, 'Awa', 'act');
    const day = await world.clock.nextMorning();
    const { quoteId } = await world.insured();
    missing = (await world.standing(quoteId)).payment ?? expect.fail('it is paid');
    const paid = await storeSettled(110);
    await world.clock.nextMorning();
    const [table, mapping] = [join(folder, 'statement.csv'), join(folder, 'mapping.json')];
    const rows = paid.map(({ id, charged }, index) => {
      const fee = Math.round(charged / 100);
      return `T${index};${day} 07:02;${charged - fee};${fee};${id}\n`;
    });
    writeFileSync(table, `\ufeffId;Date;Montant;Frais;Réf\n${rows.join('')}`);
    bring = async (columns) => {
      const named = { transaction: 'Id', date: 'Date', fee: 'Frais', reference: 'Réf', ...columns };
      const written = { separator: ';', columns: named, date: 'YYYY-MM-DD HH:mm' };
      writeFileSync(mapping, `\ufeff${JSON.stringify(written)}`);
      // The statement covers the day before as well, so that a payment of the morning must be on it.
      const covered = ['--from', daysAfter(day, -1), '--until', day];
      return operator.json('statement', 'import', table, '--mapping', mapping, '--provider', 'cinetpay', ...covered);
    };
  });
  after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is listed by the command with the missing payment first, and the total of each kind', async () => {
    await bring({ amount: 'Montant' });
    const listed = await operator.json<readonly DifferenceDetails[]>('statement', 'differences', '--most', '20');
    expect(listed.map(({ kind, total }) => `${kind} of ${total}`)).to.deep.equal([
      'missing_there of 1',
      ...Array<string>(19).fill('other_amount of 110'),
    ]);
    expect(listed[0]?.paymentId).to.equal(missing.id);
    expect(await operator.text('statement', 'differences', '--most', '20')).to.include(
      'other_amount: 19 of 110 are listed',
    );

    const { actionItems } = await operator.json<{ readonly actionItems: readonly ActionItem[] }>('work', 'status');
    expect(actionItems).to.have.length(100);
    expect(actionItems[0]).to.include({ kind: 'statement_differs', id: missing.id, total: 111 });
    const text = await operator.text('work', 'status');
    expect(text.split('\n')[1]).to.include(missing.id).and.to.include('missing_there');
    expect(text).to.include('statement_differs: 100 of 111 are listed.');
  });

  it('is listed in the console with the missing payment on the first page, before the wrong amounts', async () => {
    const { text } = await awa.get('/');
    expect(text).to.include('À traiter (111)').and.to.include('(100 sur 111)');
    expect(text.match(/href="\/payment\/[^"]+"/)?.[0]).to.equal(`href="/payment/${missing.id}"`);
    const page = (await awa.get('/statement')).text;
    expect(page.indexOf('absent du relevé')).to.be.below(page.indexOf('Montant ou devise différents'));
    expect(page).to.include(`href="/payment/${missing.id}"`).and.to.include('<small>(110)</small>');
  });

  it('keeps only the missing payment if its amounts are read as net, until a person explains it', async () => {
    await bring({ net: 'Montant' });
    const left = await operator.json<readonly DifferenceDetails[]>('statement', 'differences');
    expect(left.map(({ kind, paymentId }) => [kind, paymentId])).to.deep.equal([['missing_there', missing.id]]);
    const page = `/act/statement-explain/${left[0]?.id}`;
    expect((await awa.fill(page, page, { why: 'payé un jour férié' })).text).to.include(
      'Les relevés et nos comptes concordent',
    );
  });

  // Proves: console-same-use-cases
  it('leads to a closed month whose balance and bordereaux are the same in console and command', async () => {
    const last = (await world.clock.today()).slice(0, 7);
    await world.clock.advance('P32D');
    const closed: string[] = [];
    for (let open = ''; open !== last; closed.push(open)) {
      open = /datetime="(\d{4}-\d\d)"/.exec((await awa.get('/books')).text)?.[1] ?? last;
      const close = `/act/month-close/${open}`;
      expect((await awa.fill(close, close, { why: 'vu' })).text).to.include(`${monthInFrench(open)} est clôturé`);
    }
    // The month of the contracts: at the end of a month the statement's day is in the next one.
    const [month = last] = closed;
    const { balances } = await operator.json<Books>('books', 'show', month);
    const shown = rowsOf((await awa.get(`/books/${month}`)).text).map(([account = '', , , ...amounts]) => [
      account.split(/\s/)[0],
      ...amounts.slice(0, 2).map((amount) => Number(amount.replaceAll(/[^\d-]/g, ''))),
    ]);
    expect(shown.filter(([account]) => account !== 'Total')).to.have.deep.members(
      balances.map(({ number, debit, credit }) => [number, debit, credit]),
    );
    const [made] = await operator.json<readonly { folder: string; files: readonly string[] }[]>(
      'bordereau',
      'make',
      month,
    );
    expect(made?.files).to.include('emissions.csv');
    const { text } = await awa.get(`/books/${month}/bordereaux/${basename(made?.folder ?? '')}/emissions.csv`);
    expect(text).to.equal(readFileSync(join(made?.folder ?? '', 'emissions.csv'), 'utf8'));
  });
});

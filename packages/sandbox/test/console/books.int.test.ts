import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { monthInFrench, type DifferenceDetails } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Visitor } from '../../../console/test/visitor.ts';
import { apiWorld, daysAfter, type PaymentBody, type World } from '../api/world.ts';
import { signIn } from './enter.ts';

// The second journey through the console: from a statement with discrepancies to closed books.
describe('a statement with two wrong amounts and a missing payment, on a sandbox', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'statement-'));
  let world: World;
  let operator: World['operator'];
  let awa: Visitor;
  let missing: PaymentBody;
  let bring: (columns: Readonly<Record<string, string>>) => Promise<object>;

  before(async () => {
    world = await apiWorld({ MOBILE_MONEY: 'cinetpay', CONSOLE_PORT: '0' });
    ({ operator } = world);
    awa = await signIn(operator, 'Awa', 'act');
    const day = await world.clock.nextMorning();
    const paid: PaymentBody[] = [];
    for (let bought = 0; bought < 3; bought += 1) {
      const { quoteId } = await world.insured();
      paid.push((await world.standing(quoteId)).payment ?? expect.fail('it is paid'));
    }
    missing = paid.pop() ?? expect.fail('it is paid');
    await world.clock.nextMorning();
    const [table, mapping] = [join(folder, 'statement.csv'), join(folder, 'mapping.json')];
    const rows = paid.map(({ id, chargedAmount }, index) => {
      const fee = Math.round(chargedAmount / 100);
      return `T${index};${day} 06:00;${chargedAmount - fee};${fee};${id}\n`;
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

  it('is listed by the command and in the console, the missing payment first', async () => {
    await bring({ amount: 'Montant' });
    const listed = await operator.json<readonly DifferenceDetails[]>('statement', 'differences');
    expect(listed.map(({ kind, total }) => `${kind} of ${total}`)).to.deep.equal([
      ...['missing_there of 1', 'other_amount of 2', 'other_amount of 2'],
    ]);
    expect(listed[0]?.paymentId).to.equal(missing.id);
    const page = (await awa.get('/statement')).text;
    expect(page.indexOf('absent du relevé')).to.be.below(page.indexOf('Montant ou devise différents'));
    expect(page).to.include(`href="/payment/${missing.id}"`).and.to.include('<small>(2)</small>');
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
  it('leads to a closed month whose bordereaux are the same in console and command', async () => {
    const last = (await world.clock.today()).slice(0, 7);
    await world.clock.advance('P32D');
    const closed: string[] = [];
    for (let open = ''; open !== last; closed.push(open)) {
      open = /datetime="(\d{4}-\d\d)"/.exec((await awa.get('/books')).text)?.[1] ?? last;
      const close = `/act/books-close/${open}`;
      expect((await awa.fill(close, close, { why: 'vu' })).text).to.include(`${monthInFrench(open)} est clôturé`);
    }
    // The month of the contracts: at the end of a month the statement's day is in the next one.
    const [month = last] = closed;
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

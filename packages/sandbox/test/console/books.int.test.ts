import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { monthInFrench, type DifferenceDetails } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Visitor } from '../../../console/test/visitor.ts';
import { apiWorld, daysAfter, type PaymentBody, type World } from '../api/world.ts';
import { signIn } from './enter.ts';

// The second journey through the console: from a statement with a discrepancy to closed books.
describe('a statement without one of our payments, on a sandbox', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'statement-'));
  let world: World;
  let operator: World['operator'];
  let awa: Visitor;
  let missing: PaymentBody;

  before(async () => {
    world = await apiWorld({ MOBILE_MONEY: 'cinetpay', CONSOLE_PORT: '0' });
    ({ operator } = world);
    awa = await signIn(operator, 'Awa', 'act');
    const day = await world.clock.nextMorning();
    const paid: PaymentBody[] = [];
    for (let bought = 0; bought < 2; bought += 1) {
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
    const columns = { transaction: 'Id', date: 'Date', net: 'Montant', fee: 'Frais', reference: 'Réf' };
    writeFileSync(mapping, `\ufeff${JSON.stringify({ separator: ';', columns, date: 'YYYY-MM-DD HH:mm' })}`);
    // The statement also covers the day before, so that a payment of the morning must be on it.
    const covered = ['--from', daysAfter(day, -1), '--until', day];
    await operator.json('statement', 'import', table, '--mapping', mapping, '--provider', 'cinetpay', ...covered);
  });
  after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists the missing payment in command and console, until a person explains it', async () => {
    const [left, ...others] = await operator.json<readonly DifferenceDetails[]>('statement', 'differences');
    expect([left?.kind, left?.paymentId, others]).to.deep.equal(['missing_there', missing.id, []]);
    expect((await awa.get('/statement')).text).to.include(`href="/payment/${missing.id}"`);
    const page = `/act/statement-explain/${left?.id}`;
    expect((await awa.fill(page, page, { why: 'payé un jour férié' })).text).to.include('Aucun écart à traiter');
  });

  // Proves: console-same-use-cases
  it('leads to a closed month whose bordereaux are the same in console and command', async () => {
    const last = (await world.clock.today()).slice(0, 7);
    await world.clock.advance('P32D');
    const closed: string[] = [];
    for (let open = ''; open !== last; closed.push(open)) {
      open = /datetime="(\d{4}-\d\d)"/.exec((await awa.get('/books')).text)?.[1] ?? last;
      const close = `/act/books-close/${open}`;
      expect((await awa.fill(close, close, { why: 'vu' })).text).to.include(
        `Mois clôturé\u00a0: ${monthInFrench(open)}`,
      );
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

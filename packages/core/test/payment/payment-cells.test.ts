import { readFileSync } from 'node:fs';
import { later, WORK_KINDS } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { cell, happen, outcome, type Cell } from './payment-cell.ts';
import { CELLS, EVENTS, predict, type CellRow } from './payment-cells.ts';

const ROOT = new URL('../../../..', import.meta.url);
const PAGE = readFileSync(new URL('docs/payment-table.md', ROOT), 'utf8');

const DEBITS: readonly CellRow['session'][] = ['processing', 'ended, a debit in progress', 'ended, perhaps a debit'];

const expectEnd = async (it: Cell, { session, end }: CellRow): Promise<void> => {
  it.provider.speakAgain();
  if (DEBITS.includes(session)) it.provider.pay(it.payment.id);
  await it.passUntil(later(it.clock.now(), { hours: 72 }));
  expect(await outcome(it)).to.equal(end);
  expect(await it.dueWork.next(...WORK_KINDS)).to.equal(undefined);
  const isPaid = it.provider.sessions().some(({ state }) => state === 'paid');
  const bought = (await it.contracts()).length;
  const owed = (await it.paymentQueries.find(it.payment.id))?.refund ? 1 : 0;
  expect(bought + owed).to.equal(isPaid ? 1 : 0);
  expect((await it.status()).status === 'awaiting_payment').to.equal(bought === 0);
};

const tableOf = (row: CellRow['row']): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = CELLS.filter((each) => each.row === row).map((each) =>
    line([each.session, ...EVENTS.map((event) => `${predict(each, event)} (test \`${each.id} ${event}\`)`), each.end]),
  );
  return [line(['session', ...EVENTS, 'days later']), line(['session', ...EVENTS, ''].map(() => '-')), ...rows].join(
    '\n',
  );
};
const asWritten = (table: string): string => table.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');

describe('the payment table', () => {
  for (const each of CELLS)
    for (const event of EVENTS)
      it(`predicts the outcome of ${each.id} ${event} (payment ${each.row}, session ${each.session})`, async () => {
        const it = await cell(each.row, each.session);
        await happen(it, event);
        expect(await outcome(it), `${each.row} × ${each.session} × ${event}`).to.equal(predict(each, event));
        if (event === 'operator’s pause' && each.row !== 'succeeded') {
          const refusal = (await it.pay()).unwrapErr().code;
          expect(refusal).to.be.oneOf(['payment_unavailable', 'payment_in_progress', 'quote_already_paid']);
        }
        await expectEnd(it, each);
      });

  it('equals the tables in docs/payment-table.md', () => {
    for (const row of new Set(CELLS.map((each) => each.row)))
      expect(asWritten(PAGE)).to.contain(asWritten(tableOf(row)));
  });

  it('has a test for each title in docs/payment-table.md', function () {
    const titles =
      this.test?.parent?.tests.map(({ title }) => title.split(' (')[0]?.replace('predicts the outcome of ', '')) ?? [];
    const named = [...PAGE.matchAll(/\(test `([^`]+)`\)/g)].map(([, name]) => name);
    expect(named).to.have.length(CELLS.length * EVENTS.length);
    expect(titles).to.include.members(named);

    const quoted = [...PAGE.matchAll(/^- `([^`]+\.test\.ts)`: “([^”]+)”/gm)];
    expect(quoted).to.not.have.length(0);
    for (const [, file = '', name = ''] of quoted)
      expect(readFileSync(new URL(file, ROOT), 'utf8'), file).to.contain(`'${name.replaceAll(/\s+/g, ' ')}'`);
  });
});

import { readFileSync } from 'node:fs';
import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { cancellationTerms, type Cancellable } from '../../src/domain/contract/cancellation.ts';
import { KEPT_PARTS } from '../../src/domain/coverage/coverage.ts';
import { premiumOf } from '../../src/domain/coverage/premium.ts';
import { exactRefund, lengthOf, line, ratedLine, type Fraction } from './any-cancellation.ts';

const PAGE = new URL('../../../../docs/cancellation.md', import.meta.url);

/** Decimals are cut, not rounded, so that an amount just below a whole franc does not look like that franc. */
const decimals = ({ parts, of }: Fraction): string =>
  `${parts / of}.${String(((parts % of) * 1_000_000n) / of).padStart(6, '0')}`;

/**
 * Computes a row of the page again, from its days, amounts and kept parts. The premium has one component, one fee and
 * the tax on both.
 */
const computeAgain = (row: string): string => {
  const [first = '', end = '', last = '', , net, fee, percent = '', kept = ''] = row
    .split('|')
    .slice(1)
    .map((cell) => cell.trim());
  const [startDate, endDate, lastDay] = [day(first), day(end), day(last)];
  const taxed = [line('component', 'net', Number(net)), line('fee', 'fee', Number(fee))];
  const rate = Math.round(Number.parseFloat(percent) * 100);
  const premium = premiumOf([...taxed, ratedLine({ kind: 'tax', code: 'tax', taxed, rate, rounding: 'half_up' })]);
  const keeps = KEPT_PARTS.filter((part) => kept.split(', ').includes(part));
  const it: Cancellable = {
    ...{ contract: { startDate, endDate }, premium, charge: { amount: premium.amount, fees: 0 }, isCertified: true },
    coverage: { cancellation: { keeps } },
  };
  const { refund } = cancellationTerms(it, { lastDay, refund: 'auto' }, lastDay).unwrap();
  const cells = [
    ...[startDate, endDate, lastDay, `${lengthOf(lastDay, endDate) - 1} / ${lengthOf(startDate, endDate)}`],
    ...[...taxed.map(({ amount }) => amount), `${rate / 100} %`, keeps.join(', ') || 'nothing'],
    ...exactRefund(it, lastDay).slice(0, premium.lines.length).map(decimals),
    refund?.amount ?? 0,
  ];
  return `| ${cells.join(' | ')} |`;
};

describe('docs/cancellation.md', () => {
  it('shows twenty hard cancellations as the service computes them', () => {
    const shown = readFileSync(PAGE, 'utf8')
      .split('\n')
      .map((row) => row.replace(/ +/g, ' '))
      .filter((row) => /^\| \d{4}-/.test(row));
    expect(shown).to.have.length(20);
    for (const row of shown) expect(row).to.equal(computeAgain(row));
  });
});

import { premiumOf } from '../../src/domain/coverage/premium.ts';
import { KEPT_PARTS } from '../../src/domain/coverage/coverage.ts';
import { cancellationTerms, LEAST_REFUND, type Cancellable } from '../../src/domain/contract/cancellation.ts';
import type { LocalDate } from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import { exactRefund, floorsOf, lengthOf, line, ratedLine, type Fraction } from './any-cancellation.ts';

/** A cancellation as one row of the table in docs/cancellation.md: one component, one fee and the tax on both. */
export interface RowFacts {
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
  readonly lastDay: LocalDate;
  readonly net: number;
  readonly fee: number;
  /** In basis points. */
  readonly rate: number;
  readonly keeps: readonly (typeof KEPT_PARTS)[number][];
}

const cancellableOf = ({ startDate, endDate, net, fee, rate, keeps }: RowFacts): Cancellable => {
  const taxed = [line('component', 'net', net), line('fee', 'fee', fee)];
  const tax = ratedLine({ kind: 'tax', code: 'tax', taxed, rate, rounding: 'half_up' });
  const premium = premiumOf([...taxed, tax]);
  return {
    ...{ contract: { startDate, endDate }, premium, charge: { amount: premium.amount, fees: 0 }, isCertified: true },
    coverage: { cancellation: { keeps } },
  };
};

/** The row: the facts, the exact shares of the net premium, the accessories and the tax, and the service's refund. */
export const rowOf = (facts: RowFacts): string => {
  const it = cancellableOf(facts);
  const { startDate, endDate, lastDay, net, fee, rate, keeps } = facts;
  const { refund } = cancellationTerms(it, { lastDay, refund: 'auto' }, lastDay).unwrap();
  const cells = [
    ...[startDate, endDate, lastDay, `${lengthOf(lastDay, endDate) - 1} / ${lengthOf(startDate, endDate)}`],
    ...[net, fee, `${rate / 100} %`, keeps.join(', ') || 'nothing'],
    ...exactRefund(it, lastDay).slice(0, it.premium.lines.length).map(decimals),
    refund?.amount ?? 0,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** The facts of a row of the table. */
export const factsIn = (row: string): RowFacts => {
  const [startDate, endDate, lastDay, , net, fee, rate, keeps = ''] = row
    .split('|')
    .slice(1)
    .map((cell) => cell.trim());
  return {
    ...{ startDate: day(startDate ?? ''), endDate: day(endDate ?? ''), lastDay: day(lastDay ?? '') },
    ...{ net: Number(net), fee: Number(fee), rate: Math.round(Number.parseFloat(rate ?? '') * 100) },
    keeps: KEPT_PARTS.filter((part) => keeps.split(', ').includes(part)),
  };
};

/** Cut, not rounded, so that a share just below a franc does not look like that franc. */
const decimals = ({ parts, of }: Fraction): string =>
  `${parts / of}.${String(((parts % of) * 1_000_000n) / of).padStart(6, '0')}`;

/** How near the nearest share is to the next franc, from 0 (whole francs) to just under 1. */
const nearness = (it: Cancellable, lastDay: LocalDate): number =>
  Math.max(...exactRefund(it, lastDay).map(({ parts, of }) => Number(parts % of) / Number(of)));

/** How many of each kind the table shows. */
const SHOWN = { boundary: 5, leap: 5, keptTax: 5, under: 3, over: 2 };
type Kind = keyof typeof SHOWN;

/** The hardest of many: just below a franc, also in leap years and with tax on a kept fee, and near 100 francs. */
export const hardest = () => {
  const best: Record<Kind, readonly (readonly [score: number, facts: RowFacts])[]> = {
    ...{ boundary: [], leap: [], keptTax: [], under: [], over: [] },
  };
  const offer = (facts: RowFacts): void => {
    const score = nearness(cancellableOf(facts), facts.lastDay);
    const kind = kindOf(facts);
    const kept = best[kind];
    if (kept.length === SHOWN[kind] && score <= (kept.at(-1)?.[0] ?? 0)) return;
    best[kind] = [...kept, [score, facts] as const].toSorted(([one], [other]) => other - one).slice(0, SHOWN[kind]);
  };
  const consider = (facts: RowFacts): void => {
    offer(facts);
    // The same days with a net premium of which about 100 francs are left.
    const { startDate, endDate, lastDay } = facts;
    const unused = lengthOf(lastDay, endDate) - 1;
    const net = Math.round((100 * lengthOf(startDate, endDate)) / Math.max(unused, 1));
    offer({ ...facts, net, fee: facts.fee % 300, keeps: ['fees', 'taxes', 'provider_fee'] });
  };
  const rows = (): readonly string[] => Object.values(best).flatMap((kept) => kept.map(([, facts]) => rowOf(facts)));
  return { consider, rows };
};

const kindOf = (facts: RowFacts): Kind => {
  const { amount } = floorsOf(cancellableOf(facts), facts.lastDay);
  if (amount === LEAST_REFUND - 1) return 'under';
  if (amount === LEAST_REFUND) return 'over';
  if (facts.keeps.includes('fees') && !facts.keeps.includes('taxes') && facts.fee * facts.rate > 0) return 'keptTax';
  return lengthOf(facts.startDate, facts.endDate) === 366 ? 'leap' : 'boundary';
};

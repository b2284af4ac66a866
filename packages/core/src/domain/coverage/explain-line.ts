import { spaced, type Ratio, type Rounding } from '../../shared/money.ts';
import type { Basis, Factor, PremiumLine } from './premium.ts';

const ROUNDINGS: Readonly<Record<Rounding, string>> = {
  half_up: 'rounded half up',
  up: 'rounded up',
  down: 'rounded down',
};

/** The calculation of a premium's line in words, for operators and disputes. */
export const explainLine = ({ kind, basis }: PremiumLine): string => {
  if (basis) return `${[origin(basis), ...basis.factors.map(factor)].join(' × ')}, ${ROUNDINGS[basis.rounding]}`;
  return kind === 'adjustment' ? 'the shortfall to the minimum net premium' : 'fixed by the tariff';
};

const origin = ({ of, amount }: Basis): string => {
  if (of === 'tariff') return spaced(amount);
  if (of === 'market_value') return `market value ${spaced(amount)}`;
  if (of === 'original_value') return `original value ${spaced(amount)}`;
  return `${spaced(amount)} (${of.join(' + ')})`;
};

const factor = ({ name, ...ratio }: Factor): string =>
  name === 'seats' ? `${ratio.parts} seats` : name === 'rate' ? percentage(ratio) : `${percentage(ratio)} (${name})`;

/** The result is exact, because basis points make a percentage with at most two decimals. */
const percentage = ({ parts, of }: Ratio): string => {
  const hundredths = (parts * 10_000) / of;
  const decimals = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.floor(hundredths / 100)}${decimals && `.${decimals}`} %`;
};

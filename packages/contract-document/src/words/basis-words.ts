import type { Basis, Factor, PremiumLine } from '@vehicle-insurance/core';
import { frenchNumber } from './french.ts';

/** How an amount was found, as `89 335 × 14,5 %`; empty where it stands in the tariff as it is. */
export const basisWords = ({ basis }: PremiumLine): string => {
  const factors = basis?.factors.filter(({ parts, of }) => parts !== of) ?? [];
  return basis && factors.length > 0 ? [originOf(basis), ...factors.map(factorWords)].join(' × ') : '';
};

const originOf = ({ of, amount }: Basis): string => {
  if (of === 'market_value') return `${frenchNumber(amount)} (valeur vénale)`;
  if (of === 'original_value') return `${frenchNumber(amount)} (valeur à neuf)`;
  return frenchNumber(amount);
};

const factorWords = ({ name, parts, of }: Factor): string =>
  name === 'seats' ? `${parts} places` : `${String((parts * 100) / of).replace('.', ',')} %`;

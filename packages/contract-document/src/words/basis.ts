import type { Basis, Factor, PremiumLine } from '@vehicle-insurance/core';
import type { Words } from './words.ts';

/**
 * The calculation of an amount, such as `89 335 × 14,5 %`. Empty if the amount has no factors, or only factors of 100
 * %.
 */
export const basisIn = (words: Words, { basis }: PremiumLine): string => {
  const factors = basis?.factors.filter(({ parts, of }) => parts !== of) ?? [];
  if (!basis || factors.length === 0) return '';
  return [originIn(words, basis), ...factors.map((factor) => factorIn(words, factor))].join(' × ');
};

const originIn = (words: Words, { of, amount }: Basis): string => {
  const number = words.number(amount);
  if (of === 'market_value') return words.ofMarketValue(number);
  if (of === 'original_value') return words.ofOriginalValue(number);
  return number;
};

const factorIn = (words: Words, { name, parts, of }: Factor): string =>
  name === 'seats' ? words.seatCount(parts) : words.percent((parts * 100) / of);

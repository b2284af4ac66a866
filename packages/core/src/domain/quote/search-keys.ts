import { barePlate } from '../vehicle/licence-plate.ts';
import type { Policyholder } from './quote.ts';

// The keys by which operators find rows. A store keeps them with a row, and finds the row by the beginning of any key.
// The keys never change, because policyholders, plates and policy numbers are immutable.

/** Letters of West African and European alphabets that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ɓ: 'b', ɗ: 'd', đ: 'd', ɛ: 'e', ǝ: 'e', ɣ: 'g', ı: 'i', ɩ: 'i', ł: 'l', ŋ: 'n', ɲ: 'n', ɔ: 'o', ø: 'o', ʋ: 'v' },
  ...{ ƴ: 'y', æ: 'ae', œ: 'oe', ß: 'ss' },
};
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** A text in lower case, without accents, without vowel signs, and without the strokes that stretch Arabic words. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter);

const reverse = (text: string): string => [...text].reverse().join('');

/** The folded words of a text. */
export const wordsOf = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a name. `N'Guessan` has three keys, so that it is also found as one word. */
export const nameKeys = (name: string): readonly string[] => [
  ...new Set([...wordsOf(name), ...name.split(/\s/).map((part) => wordsOf(part).join(''))].filter((key) => key !== '')),
];

/**
 * The digits of a phone number in reverse, so that its last digits find it. The plus sign distinguishes the key from a
 * name.
 */
export const phoneKey = (digits: string): string => `+${reverse(digits)}`;

/** The keys of a policyholder: the words of the name, and the phone. */
export const holderKeys = ({ name, phone }: Policyholder): readonly string[] =>
  phone === null ? nameKeys(name) : [...nameKeys(name), phoneKey(phone.replace('+225', ''))];

/** The minimum length of a part of a plate by which the plate can be found. */
export const PLATE_PART = 3;

/** A plate without separators, as a whole and from each later character on, so that any part of it can be found. */
export const plateKeys = (plate: string): readonly string[] => {
  const bare = barePlate(plate);
  const keys = [...bare].map((_, from) => bare.slice(from));
  return keys.filter((key) => key === bare || key.length >= PLATE_PART);
};

/** A policy number without separators, in reverse, so that its end finds it. */
export const policyKey = (policyNumber: string): string => reverse(wordsOf(policyNumber).join(''));

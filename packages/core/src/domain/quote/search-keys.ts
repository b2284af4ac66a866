import { barePlate } from '../vehicle/licence-plate.ts';
import type { Policyholder } from './quote.ts';

// Search keys, by which operators find rows. A store keeps the keys with each row, and finds a row by the beginning of
// any key. The keys never change, because policyholders, plates and policy numbers are immutable.

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

/** The words of a text, in lower case and without accents. */
export const wordsOf = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The search keys of a name. `N'Guessan` has the keys `n`, `guessan` and `nguessan`, so that a search for `nguessan`
 * finds the name too.
 */
export const nameKeys = (name: string): readonly string[] => [
  ...new Set([...wordsOf(name), ...name.split(/\s/).map((part) => wordsOf(part).join(''))].filter((key) => key !== '')),
];

/**
 * The digits of a phone number in reverse, after a plus sign. A search finds the number by its last digits. The plus
 * sign distinguishes the key from a word of a name.
 */
export const phoneKey = (digits: string): string => `+${reverse(digits)}`;

/** The search keys of a policyholder, from the name and the phone number. */
export const holderKeys = ({ name, phone }: Policyholder): readonly string[] =>
  phone === null ? nameKeys(name) : [...nameKeys(name), phoneKey(phone.replace('+225', ''))];

/** To find a plate by a part of it, an operator must type at least this many characters. */
export const PLATE_PART = 3;

/**
 * The search keys of a plate: the plate without separators, from each of its characters on. With these keys, a search
 * finds any part of `PLATE_PART` or more characters.
 */
export const plateKeys = (plate: string): readonly string[] => {
  const bare = barePlate(plate);
  const keys = [...bare].map((_, from) => bare.slice(from));
  return keys.filter((key) => key === bare || key.length >= PLATE_PART);
};

/** A policy number without separators, in reverse, so that a search finds the number by its last characters. */
export const policyKey = (policyNumber: string): string => reverse(wordsOf(policyNumber).join(''));

import { certificateNumberKey } from '../../domain/certificate/whose-certificate.ts';
import { barePlate, licencePlate } from '../../domain/vehicle/licence-plate.ts';
import { nameKeys, phoneKey, PLATE_PART, policyKey, wordsOf } from '../../domain/quote/search-keys.ts';
import type { Hit, PartialTerms, SearchTerms } from '../../ports/look-ups.ts';
import { mobileNumber } from '../../shared/rules.ts';

const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Reads an operator's search text as a whole value, such as a plate or a phone number, or as the beginning of an id.
 */
export const readSearchTerms = (typed: string): SearchTerms => {
  const word = typed.trim();
  return {
    ids: idsBeginningWith(word.toLowerCase()),
    policyNumbers: policyNumbersIn(word),
    licencePlate: licencePlate(word).unwrapOr(null),
    phone: mobileNumber(word).unwrapOr(null),
    sessionId: word,
  };
};

/** The policy numbers that a text can mean: as it is written, or in capitals. */
export const policyNumbersIn = (text: string): readonly string[] => {
  const number = text.trim();
  return [...new Set([number, number.toUpperCase()])];
};

const idsBeginningWith = (word: string): SearchTerms['ids'] => {
  const isBeginning =
    word !== '' &&
    word.length <= LOWEST.length &&
    [...word].every((letter, place) => (LOWEST[place] === '-' ? letter === '-' : /[0-9a-f]/.test(letter)));
  return isBeginning ? { from: word + LOWEST.slice(word.length), to: word + HIGHEST.slice(word.length) } : null;
};

/** In characters, and in words. The rest of a longer text is ignored. */
const LONGEST = { text: 150, words: 10 } as const;
/** In characters. A shorter text would match too much. */
const SHORTEST = { id: 6, word: 2, phone: 4, policyNumber: 3 } as const;
const PHONE = /^(?:(?:\+|00)?225(?=\d{10}$)|(?:\+|00)225)?(\d+)$/;

/** Reads an operator's search text, which may also be only a part of a name, phone, plate, id or number. */
export const readPartialTerms = (typed: string): PartialTerms => {
  // No store can search for NUL or broken Unicode.
  const text = [...typed.toWellFormed().replaceAll('\0', ' ').trim()].slice(0, LONGEST.text).join('');
  const [, digits = ''] = PHONE.exec(text.replace(/[\s()./-]/g, '')) ?? [];
  const phone = digits.length < SHORTEST.phone ? null : digits;
  const exact = readSearchTerms(text);
  const plate = /^[a-z0-9\s./_-]*$/i.test(text) ? barePlate(text) : '';
  const policy = policyKey(text);
  return {
    ...exact,
    ids: text.length < SHORTEST.id ? null : exact.ids,
    phone: mobileNumber(digits).unwrapOr(null),
    holder: phone === null ? namesBeginning(text) : [[phoneKey(phone), ...(/^\d+$/.test(text) ? [text] : [])]],
    name: nameKeys(text),
    platePart: plate.length < PLATE_PART ? null : plate,
    policyKey: policy.length < SHORTEST.policyNumber ? null : policy,
    phoneEnd: phone,
    paymentIdEnd: /^[0-9a-f]{8}$/i.test(text) ? text.toLowerCase() : null,
    certificateNumber: certificateNumberKey(text),
  };
};

/** A word of digits may also be the last digits of the phone number. */
const namesBeginning = (text: string): PartialTerms['holder'] => {
  const words = wordsOf(text).slice(0, LONGEST.words);
  if (!words.some(({ length }) => length >= SHORTEST.word)) return [];
  return words.map((word) => (word.length >= SHORTEST.phone && /^\d+$/.test(word) ? [word, phoneKey(word)] : [word]));
};

/** The hits whose own id matched. If there are none, all hits. */
export const namedFirst = (hits: readonly Hit[]): readonly Hit[] => {
  const own = hits.filter((hit) => hit.own);
  return own.length > 0 ? own : hits;
};

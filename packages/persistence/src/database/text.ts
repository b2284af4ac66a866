import { instantOf, type Instant } from '@vehicle-insurance/core';

const STORED = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?(?:Z|\+00(?::00)?)$/;

/**
 * Parses an instant as PostgreSQL writes it, in a column or inside JSON. A UTC instant is parsed from its digits, so
 * that no time zone of a server or driver matters.
 */
export const instant = (text: string): Instant => {
  const [, date, time, fraction = ''] = STORED.exec(text) ?? [];
  return date === undefined || time === undefined
    ? instantOf(text)
    : (`${date}T${time}.${fraction.padEnd(3, '0')}Z` as Instant);
};

export const instantOrNull = (text: string | null): Instant | null => (text === null ? null : instant(text));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Whether all of these texts could be our ids. Callers may send any text as an id. A text that is not a UUID matches no
 * row.
 */
export const areIds = (...texts: readonly string[]): boolean => texts.every((text) => UUID.test(text));

/** Whether PostgreSQL can store the text. PostgreSQL accepts no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * The value, with replacements for characters that PostgreSQL cannot store. Callers' texts have been checked before. A
 * provider's response may contain such a character, but must still be stored, because money may depend on the response.
 */
export const storable = (value: unknown): unknown => (isAllStorable(value) ? value : replaceUnstorable(value));

/** Almost every value is storable, and need not be copied. */
const isAllStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => isStorable(key) && isAllStorable(each));
};

const replaceUnstorable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(replaceUnstorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [String(replaceUnstorable(key)), replaceUnstorable(each)]),
  );
};

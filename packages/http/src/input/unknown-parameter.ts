import type { FieldError } from '@vehicle-insurance/core';

const LONGEST_NAME = 40;
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const KEY = /vi_(?:test|live)_\w*/gi;

/** Refuses a parameter that a list does not take, with those it takes. */
export const nameUnknown = (name: string, known: readonly string[]): FieldError => {
  const meant = known.find((each) => lettersOf(each) === lettersOf(name));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return { field: showable(name), message: `is not a parameter of this list, which takes ${inWords(known)}.${hint}` };
};

const lettersOf = (name: string): string => name.replaceAll(/[^a-z]/gi, '').toLowerCase();

/** A name as it may be shown: short, plain, and without an id or a key that was sent in its place. */
const showable = (name: string): string => {
  const plain = name
    .replaceAll(ID, '?')
    .replaceAll(KEY, '?')
    .replaceAll(/[^\w.[\]?-]/g, '?');
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME)}…` : plain || '?';
};

const inWords = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

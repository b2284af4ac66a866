import type { Wording } from '@vehicle-insurance/core';
import { english } from './english.ts';
import type { Words } from './words.ts';

/** A text of the catalogue in the language of the paper; in French where it is not translated. */
export const wordingIn = (words: Words, { text, english: translated }: Wording): string =>
  words === english ? (translated ?? text) : text;

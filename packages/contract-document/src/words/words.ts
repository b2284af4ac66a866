import type { Language } from '@vehicle-insurance/core';
import { english } from './english.ts';
import { french, type Words } from './french.ts';

export type { Words } from './french.ts';

/** What papers say, in each language. */
export const WORDS: Readonly<Record<Language, Words>> = { fr: french, en: english };

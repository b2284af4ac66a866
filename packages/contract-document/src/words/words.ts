import type { Language } from '@vehicle-insurance/core';
import { english } from './english.ts';
import { french, type Words } from './french.ts';

export type { Words } from './french.ts';

/** The words of papers in each language. */
export const WORDS: Readonly<Record<Language, Words>> = { fr: french, en: english };

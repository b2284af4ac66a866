import type { Language } from '@vehicle-insurance/core';
import { english } from './english.ts';
import { french, type Words } from './french.ts';

export type { Words } from './french.ts';

export const WORDS: Readonly<Record<Language, Words>> = { fr: french, en: english };

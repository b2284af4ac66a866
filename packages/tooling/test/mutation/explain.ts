import type { Explained } from './report.ts';

/** What Stryker puts in place of an empty text. */
export const FILLER = '"Stryker was here!"';

/** A mutant that lives for a reason. */
export const survivor = (file: string, why: string, line: string, text: string, instead: string): Explained => ({
  mutant: { file, line, text, instead },
  why,
});

/** Mutants of one file that live for one reason. */
export const inFile = (
  file: string,
  why: string,
  ...mutants: readonly (readonly [line: string, text: string, instead: string])[]
): readonly Explained[] => mutants.map(([line, text, instead]) => survivor(file, why, line, text, instead));

import type { PaperFacts, Wording } from '@vehicle-insurance/core';
import { english } from './english.ts';
import type { Words } from './words.ts';

/** A text of the catalogue in the language of the paper; in French where it has no translation. */
export const wordingIn = (words: Words, { text, english: translated }: Wording): string =>
  words === english ? (translated ?? text) : text;

/** The facts of a paper in its language, as far as the catalogue they were sold from translates its texts. */
export const factsIn = <Facts extends PaperFacts>(words: Words, facts: Facts): Facts => {
  const translations = new Map(facts.translations?.map((wording) => [wording.text, wording]));
  const said = (text: string): string => wordingIn(words, translations.get(text) ?? { text });
  const { coverage, premium } = facts.quote;
  const { legalForm, signatory } = facts.insurer;
  return {
    ...facts,
    quote: {
      ...facts.quote,
      coverage: {
        ...coverage,
        name: said(coverage.name),
        description: coverage.description && said(coverage.description),
        properties: coverage.properties.map(({ label, description, limit, deductible }) => ({
          label: said(label),
          description: description && said(description),
          ...(limit !== undefined && { limit: said(limit) }),
          ...(deductible !== undefined && { deductible: said(deductible) }),
        })),
      },
      premium: { ...premium, lines: premium.lines.map((line) => ({ ...line, label: said(line.label) })) },
    },
    insurer: {
      ...facts.insurer,
      ...(legalForm !== undefined && { legalForm: said(legalForm) }),
      ...(signatory?.position !== undefined && { signatory: { ...signatory, position: said(signatory.position) } }),
    },
  };
};

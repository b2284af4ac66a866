import type { PaperFacts, Wording } from '@vehicle-insurance/core';
import { english } from './english.ts';
import type { Words } from './words.ts';

/** A text of the catalogue in the language of the paper. Without a translation, the text is French. */
export const wordingIn = (words: Words, { text, english: translated }: Wording): string =>
  words === english ? (translated ?? text) : text;

/** The facts of a paper in the paper's language. Texts without a translation stay French. */
export const factsIn = <Facts extends PaperFacts>(words: Words, facts: Facts): Facts => {
  const translations = new Map(facts.translations?.map((wording) => [wording.text, wording]));
  const translate = (text: string): string => wordingIn(words, translations.get(text) ?? { text });
  const { coverage, premium } = facts.quote;
  const { legalForm, signatory } = facts.insurer;
  return {
    ...facts,
    quote: {
      ...facts.quote,
      coverage: {
        ...coverage,
        name: translate(coverage.name),
        description: coverage.description && translate(coverage.description),
        properties: coverage.properties.map(({ label, description, limit, deductible }) => ({
          label: translate(label),
          description: description && translate(description),
          ...(limit !== undefined && { limit: translate(limit) }),
          ...(deductible !== undefined && { deductible: translate(deductible) }),
        })),
      },
      premium: { ...premium, lines: premium.lines.map((line) => ({ ...line, label: translate(line.label) })) },
    },
    insurer: {
      ...facts.insurer,
      ...(legalForm !== undefined && { legalForm: translate(legalForm) }),
      ...(signatory?.position !== undefined && {
        signatory: { ...signatory, position: translate(signatory.position) },
      }),
    },
  };
};

import type { CatalogueDefinition, PricedCoverage } from './catalogue.ts';
import { CLAUSE_SUBJECTS, type Conditions } from './policy-conditions.ts';
import type { Coverage } from './coverage.ts';
import type { Insurer } from './insurer.ts';
import { papersOf } from './papers.ts';

/**
 * Lists the usual terms that the contracts of a catalogue lack. The CIMA code, the regional insurance law, requires
 * some of these terms in article 8. If the catalogue has translations, also lists the French texts that English
 * contracts would print. A missing term is not an error, because the insurer may state the term elsewhere.
 */
export const findMissingTerms = (catalogue: CatalogueDefinition): readonly string[] => {
  const english = new Set(catalogue.translations?.map(({ text }) => text));
  return catalogue.coverages.flatMap((priced) => {
    const { coverage } = priced;
    const { insurer, conditions } = papersOf(catalogue, coverage);
    const missing = [...ofInsurer(insurer), ...ofConditions(conditions), ...ofGuarantees(coverage)];
    // A catalogue without any translation is not meant for English papers.
    const untranslated = [...textsOf(priced), ...textsOfInsurer(insurer)].filter((text) => !english.has(text));
    const french = [...new Set([...untranslated, ...frenchOf(conditions)])];
    return [
      ...(missing.length === 0 ? [] : [`The contract of "${coverage.name}" is missing: ${missing.join(', ')}.`]),
      ...(english.size === 0 || french.length === 0
        ? []
        : [`The English contract of "${coverage.name}" contains French texts: ${quoteAll(french)}.`]),
    ];
  });
};

/** The texts of a coverage and its tariff that the contract document prints. */
const textsOf = ({ coverage, tariff }: PricedCoverage): readonly string[] => {
  const { name, description, properties } = coverage;
  const printed = properties.flatMap((each) => [each.label, each.description, each.limit, each.deductible]);
  const labels = [...tariff.components, ...tariff.fees, ...tariff.taxes].map(({ label }) => label);
  return withoutMissing([name, description, ...printed, ...labels, tariff.minimumPremium?.label]);
};

const textsOfInsurer = (insurer: Insurer | null): readonly string[] =>
  withoutMissing([insurer?.legalForm, insurer?.signatory?.position]);

/** The texts of the conditions that lack an English version. A clause is listed by its title. */
const frenchOf = (conditions: Conditions | null): readonly string[] => {
  const { territory, clauses = [] } = conditions ?? {};
  const frenchOnly = clauses.filter(({ title, english }) => title.english === undefined || english === undefined);
  return withoutMissing([
    territory?.english === undefined ? territory?.text : undefined,
    ...frenchOnly.map(({ title }) => title.text),
  ]);
};

const withoutMissing = (texts: readonly (string | null | undefined)[]): readonly string[] =>
  texts.filter((text) => text !== undefined && text !== null);

const quoteAll = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ');

const ofInsurer = (insurer: Insurer | null): readonly string[] => {
  if (!insurer) return ['the insurer ("insurer")'];
  const required = ['legalForm', 'address', 'tradeRegister', 'licence'] as const;
  return required.filter((field) => insurer[field] === undefined).map((field) => `the insurer’s "${field}"`);
};

const ofConditions = (conditions: Conditions | null): readonly string[] => {
  if (!conditions) return ['its terms ("conditions")'];
  const { territory, effectHour, clauses, general } = conditions;
  const covered = [...clauses.map(({ subject }) => subject), ...(general?.subjects ?? [])];
  return [
    ...(territory ? [] : ['the territory ("territory")']),
    ...(effectHour ? [] : ['the hour at which cover begins ("effectHour")']),
    ...CLAUSE_SUBJECTS.filter((subject) => subject !== 'other' && !covered.includes(subject)).map(
      (subject) => `a clause on "${subject}"`,
    ),
  ];
};

const ofGuarantees = ({ properties }: Coverage): readonly string[] =>
  properties.filter(({ limit }) => limit === undefined).map(({ label }) => `the "limit" of "${label}"`);

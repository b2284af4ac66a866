import type { CatalogueDefinition, PricedCoverage } from './catalogue.ts';
import { CLAUSE_SUBJECTS, type Conditions } from './policy-conditions.ts';
import type { Coverage } from './coverage.ts';
import type { Insurer } from './insurer.ts';
import { papersOf } from './papers.ts';

/**
 * What article 8 of the CIMA code requires and the contracts of a catalogue leave out. An insurer may state it
 * elsewhere, so it is not an error of the catalogue; it is shown to operators who check one.
 */
export const findMissingTerms = (catalogue: CatalogueDefinition): readonly string[] => {
  const english = new Set(catalogue.translations?.map(({ text }) => text));
  return catalogue.coverages.flatMap((priced) => {
    const { coverage } = priced;
    const { insurer, conditions } = papersOf(catalogue, coverage);
    const missing = [...ofInsurer(insurer), ...ofConditions(conditions), ...ofGuarantees(coverage)];
    // A catalogue without any translation is not meant to have English papers.
    const unsaid = [...textsOf(priced), ...textsOfInsurer(insurer)].filter((text) => !english.has(text));
    const french = [...new Set([...unsaid, ...frenchOf(conditions)])];
    return [
      ...(missing.length === 0 ? [] : [`The contract of "${coverage.name}" does not say: ${missing.join(', ')}.`]),
      ...(english.size === 0 || french.length === 0
        ? []
        : [`The English contract of "${coverage.name}" says in French: ${quoted(french)}.`]),
    ];
  });
};

/** The texts of a coverage and its price that its contracts print. */
const textsOf = ({ coverage, tariff }: PricedCoverage): readonly string[] => {
  const { name, description, properties } = coverage;
  const printed = properties.flatMap((each) => [each.label, each.description, each.limit, each.deductible]);
  const labels = [...tariff.components, ...tariff.fees, ...tariff.taxes].map(({ label }) => label);
  return given([name, description, ...printed, ...labels, tariff.minimumPremium?.label]);
};

const textsOfInsurer = (insurer: Insurer | null): readonly string[] =>
  given([insurer?.legalForm, insurer?.signatory?.position]);

/** The conditions that are printed in French because they have no `english`; a clause is listed by its title. */
const frenchOf = (conditions: Conditions | null): readonly string[] => {
  const { territory, clauses = [] } = conditions ?? {};
  const untold = clauses.filter(({ title, english }) => title.english === undefined || english === undefined);
  return given([
    territory?.english === undefined ? territory?.text : undefined,
    ...untold.map(({ title }) => title.text),
  ]);
};

const given = (texts: readonly (string | null | undefined)[]): readonly string[] =>
  texts.filter((text) => text !== undefined && text !== null);

const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ');

const ofInsurer = (insurer: Insurer | null): readonly string[] => {
  if (!insurer) return ['who the insurer is ("insurer")'];
  const asked = ['legalForm', 'address', 'tradeRegister', 'licence'] as const;
  return asked.filter((field) => insurer[field] === undefined).map((field) => `the insurer’s "${field}"`);
};

const ofConditions = (conditions: Conditions | null): readonly string[] => {
  if (!conditions) return ['its terms ("conditions")'];
  const { territory, effectHour, clauses, general } = conditions;
  const said = [...clauses.map(({ subject }) => subject), ...(general?.subjects ?? [])];
  return [
    ...(territory ? [] : ['where it holds ("territory")']),
    ...(effectHour ? [] : ['at which hour it begins ("effectHour")']),
    ...CLAUSE_SUBJECTS.filter((subject) => subject !== 'other' && !said.includes(subject)).map(
      (subject) => `a clause on "${subject}"`,
    ),
  ];
};

const ofGuarantees = ({ properties }: Coverage): readonly string[] =>
  properties.filter(({ limit }) => limit === undefined).map(({ label }) => `the "limit" of "${label}"`);

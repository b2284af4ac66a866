import { PREMIUM_PARTS, premiumParts, SPREADSHEET_CSV, type PricedAgain } from '@vehicle-insurance/core';

const { mark, separator } = SPREADSHEET_CSV;

/** The header of a CSV list of quotes that were priced again. */
export const SIMULATION_HEADINGS = `${mark}${[
  'company_id',
  'quote_id',
  'created',
  'coverage_id',
  'duration',
  'usage',
  'catalogue_version',
  'change',
  'why',
  'premium_before',
  'premium_after',
  ...PREMIUM_PARTS.flatMap((part) => [`${part}_before`, `${part}_after`]),
].join(separator)}\n`;

/** A line of the list. Ids, codes and amounts need no quotation marks and identify no person. */
export const simulationLine = ({ quote, after, why, change }: PricedAgain): string => {
  const { companyId, id, created, coverage, facts, catalogueVersion, premium } = quote;
  const [partsBefore, partsAfter] = [premiumParts(premium), after && premiumParts(after)];
  return `${[
    companyId,
    id,
    created,
    coverage.id,
    facts.duration,
    facts.usage,
    catalogueVersion,
    change,
    why ?? '',
    premium.amount,
    after?.amount ?? '',
    ...PREMIUM_PARTS.flatMap((part) => [partsBefore[part], partsAfter?.[part] ?? '']),
  ].join(separator)}\n`;
};

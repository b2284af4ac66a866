import type { LocalDate } from '../../shared/calendar.ts';

/**
 * The format of policy numbers, for example `VI-{company}-{year}-{ordinal:6}`. `{company}` is the company's number, and
 * `{year}` the year of payment. `{ordinal:6}` is the contract's number in its company's list, with at least six digits.
 */
export type PolicyNumberFormat = string;

export interface PolicyNumberParts {
  readonly company: number;
  readonly ordinal: number;
  readonly paidOn: LocalDate;
}

const PART = /\{(company|ordinal|year)(?::(\d))?\}/g;

/**
 * Why a format is refused; undefined if the format gives every contract a unique number. The text completes a sentence
 * that begins with the setting's name. A format must contain `{company}` and `{ordinal}`, with a separator that is not
 * only digits between any two placeholders. Otherwise contract 23 of company 1 and contract 3 of company 12 could get
 * the same number.
 */
export const policyNumberFormatProblem = (format: PolicyNumberFormat): string | undefined => {
  const unknown = /\{[^{}]*\}|[{}]/.exec(format.replace(/\{year\}|\{(company|ordinal)(:[1-9])?\}/g, ''))?.[0];
  if (unknown !== undefined)
    return `contains ${unknown}, which is not a placeholder. Use {company}, {year} and {ordinal}; {company:4} has at least 4 digits, {ordinal:6} at least 6; 9 is the maximum.`;
  return /\{company\b/.test(format) && /\{ordinal\b/.test(format) && !/\}\d*\{/.test(format)
    ? undefined
    : 'must contain {company} and {ordinal}, with a separator between any two placeholders, so that every number is unique.';
};

export const policyNumber = (format: PolicyNumberFormat, { company, ordinal, paidOn }: PolicyNumberParts): string => {
  const values = { company: String(company), ordinal: String(ordinal), year: paidOn.slice(0, 4) };
  return format.replace(PART, (_, name: keyof typeof values, digits = 1) => values[name].padStart(Number(digits), '0'));
};

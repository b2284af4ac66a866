import type { LocalDate } from '../../shared/calendar.ts';

/**
 * The format of policy numbers, for example `VI-{company}-{year}-{ordinal:6}`. `{company}` is the company's own number,
 * `{year}` the year of payment, `{ordinal:6}` the company's n-th contract with at least six digits.
 */
export type PolicyNumberFormat = string;

/** What policy numbers are made of: the company's number, its n-th contract, and the day it was paid. */
export interface PolicyNumberParts {
  readonly company: number;
  readonly ordinal: number;
  readonly paidOn: LocalDate;
}

/**
 * Whether a format gives every contract a unique number: it needs the company's number and the ordinal, with a
 * separator between any two parts, since company 1 with contract 23 must differ from company 12 with contract 3.
 */
export const isPolicyNumberFormat = (format: PolicyNumberFormat): boolean =>
  /\{company(:\d)?\}/.test(format) && /\{ordinal(:\d)?\}/.test(format) && !/\}\d*\{/.test(format);

/** The policy number of a company's n-th contract. */
export const policyNumber = (format: PolicyNumberFormat, { company, ordinal, paidOn }: PolicyNumberParts): string => {
  const values = { company: String(company), ordinal: String(ordinal), year: paidOn.slice(0, 4) };
  return format.replace(/\{(company|ordinal|year)(?::(\d))?\}/g, (_, name: keyof typeof values, digits = 1) =>
    values[name].padStart(Number(digits), '0'),
  );
};

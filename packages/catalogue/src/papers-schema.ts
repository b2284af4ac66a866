import { CLAUSE_SUBJECTS } from '@vehicle-insurance/core';
import { anyOf, code, list, object, oneOf, text, wholeNumber, words } from './figures-schema.ts';

// The contents of contracts besides the price: the insurer and the terms.

const number = (minimum: number, maximum: number, description: string) =>
  ({ type: 'number', minimum, maximum, description }) as const;

const NUMBER = String.raw`-?\d{1,4}(?:\.\d{1,4})?`;
const points = (count: number): string => Array<string>(count).fill(`${NUMBER},${NUMBER}`).join(' ');
const STEP = `[MmLl]${points(1)}|[Cc]${points(3)}|[Zz]`;

const signature = object(
  'an object with "width", "height" and "path"',
  {
    width: number(1, 1_000, 'a number from 1 to 1 000'),
    height: number(1, 1_000, 'a number from 1 to 1 000'),
    path: {
      type: 'string',
      maxLength: 20_000,
      pattern: `^[Mm]${points(1)}(?: (?:${STEP}))*$`,
      description:
        'the path of an SVG of at most 20 000 characters, each step written out: M, L with one point, C with three, Z, ' +
        'such as "M0,10 C5,0 10,20 15,10 Z"',
    },
    pen: number(0.1, 20, 'a number from 0.1 to 20, the width of the line; omit it to fill the path'),
  },
  'pen',
);

const signatory = object(
  'an object with "name", and "position" and "signature" if they are printed',
  { name: words, position: words, signature },
  'position',
  'signature',
);

const insurer = object(
  'an object with "code" and "name"',
  {
    code,
    name: words,
    legalForm: words,
    capital: wholeNumber(1_000_000_000_000, 'a whole number of francs from 0 to 1 000 000 000 000'),
    address: words,
    tradeRegister: words,
    licence: words,
    phone: words,
    email: words,
    signatory,
  },
  'legalForm',
  'capital',
  'address',
  'tradeRegister',
  'licence',
  'phone',
  'email',
  'signatory',
);

const prose = text(4_000, 'a text of 1 to 4 000 characters');

const wording = <const Text>(one: Text) =>
  object('an object with "text", and "english" if it is translated', { text: one, english: one }, 'english');

const clause = object(
  'an object with "subject", "title" and "text"',
  { subject: oneOf(CLAUSE_SUBJECTS), title: wording(words), text: prose, english: prose },
  'english',
);

const general = object('an object with "name", "version" and "subjects"', {
  name: words,
  version: words,
  subjects: anyOf(
    CLAUSE_SUBJECTS,
    0,
    `a list of subjects that the general conditions settle: any of ${CLAUSE_SUBJECTS.join(', ')}`,
  ),
});

const conditions = object(
  'an object with "code" and "clauses"',
  {
    code,
    general,
    territory: wording(prose),
    effectHour: {
      type: 'string',
      pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
      description: 'an hour such as "00:00" or "12:00"',
    },
    clauses: list(clause, 0, 40, 'a list of at most 40 clauses'),
  },
  'general',
  'territory',
  'effectHour',
);

/** The English translations of texts that papers print unchanged. */
export const translationsSchema = list(
  object('an object with "text" and "english"', { text: prose, english: prose }),
  0,
  2_000,
  'a list of at most 2 000 translations',
);
/** The insurers, which carry the risk. */
export const insurersSchema = list(insurer, 0, 20, 'a list of at most 20 insurers');
/** The policy conditions of coverages. */
export const conditionsSchema = list(conditions, 0, 20, 'a list of at most 20 sets of conditions');

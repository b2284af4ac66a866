import {
  anyText,
  calendarDate,
  Err,
  fields,
  integer,
  invalidRequest,
  oneOf,
  Unreadable,
  type FieldError,
  type InvalidRequest,
  type Result,
  type Rule,
} from '@vehicle-insurance/core';
import { INPUT_FAULTS } from './faults.ts';
import { fromText, type InputSchema } from './schema.ts';

/** The length is checked before parsing, so that a long query takes no time. */
const LONGEST_QUERY = 4_096;
const MAX_PARAMETERS = 50;

/**
 * The parameters of a schema, converted and with defaults. Repeated and empty parameters are refused. Lists also refuse
 * unknown parameters, because a mistyped filter would return more than the caller expects (docs/api.md 1.7).
 */
export const readQuery = (
  schema: InputSchema,
  query: string,
  { isOfList }: { readonly isOfList: boolean },
): Result<unknown, InvalidRequest> => {
  if (query.length > LONGEST_QUERY) return tooLong;
  if (!isEncoded(query)) return notEncoded;
  const parameters = new URLSearchParams(query);
  if (parameters.size > MAX_PARAMETERS) return tooLong;

  const checked = check(
    schema,
    fromText(schema, (name) => parameters.getAll(name)),
  );
  const known = Object.keys(schema.properties);
  const unknown = isOfList ? [...new Set(parameters.keys())].filter((name) => !known.includes(name)) : [];
  const details: readonly FieldError[] = [
    ...(checked.isErr() ? checked.error.details : []),
    ...unknown.map((name) => nameUnknown(name, known)),
  ];
  return details.length > 0 ? Err(invalidRequest(details)) : checked;
};

const check = (
  { properties }: InputSchema,
  sent: Readonly<Record<string, unknown>>,
): Result<unknown, InvalidRequest> => {
  const named = Object.entries(properties).flatMap(([name, schema]) => {
    const value = sent[name] === '' ? EMPTY : (sent[name] ?? schema.default);
    return value === undefined ? [] : [{ name, value, rule: ruleOf(schema) }];
  });
  return fields(
    Object.fromEntries(named.map(({ name, value }) => [name, value])),
    Object.fromEntries(named.map(({ name, rule }) => [name, rule])),
  );
};

const EMPTY = new Unreadable(INPUT_FAULTS.empty);

const ruleOf = ({ type, minimum, maximum, enum: words, format }: InputSchema['properties'][string]): Rule<unknown> => {
  if (words) return oneOf(words);
  if (format === 'date') return calendarDate;
  return type === 'integer'
    ? integer({ min: minimum ?? Number.MIN_SAFE_INTEGER, max: maximum ?? Number.MAX_SAFE_INTEGER })
    : anyText;
};

const tooLong = Err(
  invalidRequest([{ field: 'query', message: INPUT_FAULTS.longQuery(LONGEST_QUERY, MAX_PARAMETERS) }]),
);

/**
 * Whether the percent signs encode UTF-8. URLSearchParams would replace all bytes of another encoding by the same
 * character.
 */
const isEncoded = (query: string): boolean => {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
};

const notEncoded = Err(invalidRequest([{ field: 'query', message: INPUT_FAULTS.percentEncoded }]));

const LONGEST_NAME = 40;
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const KEY = /vi_(?:test|live)_\w*/gi;

/** The error for an unknown parameter of a list, with the accepted parameters. */
const nameUnknown = (name: string, known: readonly string[]): FieldError => {
  const match = known.find((each) => lettersOf(each) === lettersOf(name));
  return { field: showable(name), message: INPUT_FAULTS.unknownParameter(known, match) };
};

const lettersOf = (name: string): string => name.replaceAll(/[^a-z]/gi, '').toLowerCase();

/** A parameter's name that is safe to return: short, plain, and without an id or API key sent by mistake. */
const showable = (name: string): string => {
  const plain = name
    .replaceAll(ID, '?')
    .replaceAll(KEY, '?')
    .replaceAll(/[^\w.[\]?-]/g, '?');
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME)}…` : plain || '?';
};

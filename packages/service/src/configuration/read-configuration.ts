import { Ajv, type ErrorObject } from 'ajv';
import { Err, isPolicyNumberFormat, Ok, type Result } from '@vehicle-insurance/core';
import { refusalsOf } from './needed-variables.ts';
import { VARIABLES, type Variables } from './variables.ts';

/** Reads the configuration, or says everything that is wrong with it at once. An empty variable counts as not set. */
export const readConfiguration = (
  environment: Readonly<Record<string, string | undefined>>,
): Result<Variables, readonly string[]> => {
  const set = Object.fromEntries(
    Object.keys(VARIABLES.properties).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const validate = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true }).compile<Variables>(VARIABLES);
  if (!validate(set)) return Err((validate.errors ?? []).map(inWords));
  const refusals = [...meaningless(set), ...refusalsOf(set)];
  return refusals.length > 0 ? Err(refusals) : Ok(set);
};

const inWords = ({ instancePath, keyword, params, message }: ErrorObject): string => {
  const name = instancePath.slice(1);
  if (keyword === 'enum') return `${name} must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}.`;
  if (keyword === 'type') return `${name} must be a whole number.`;
  if (keyword === 'minLength') return `${name} must have at least ${params['limit']} characters.`;
  return `${name} ${message}.`;
};

const meaningless = ({
  TIME_ZONE,
  POLICY_NUMBER_FORMAT,
  DATABASE_URL,
  SCHEDULER_STORE,
}: Variables): readonly string[] => [
  ...(isTimeZone(TIME_ZONE) ? [] : ['TIME_ZONE must be the name of a time zone, such as Africa/Abidjan.']),
  ...(isPolicyNumberFormat(POLICY_NUMBER_FORMAT)
    ? []
    : ['POLICY_NUMBER_FORMAT must contain {company} and {ordinal}, so that no number is given twice.']),
  ...(DATABASE_URL === undefined || /^postgres(ql)?:\/\//.test(DATABASE_URL)
    ? []
    : ['DATABASE_URL must begin with postgres://.']),
  ...(SCHEDULER_STORE === undefined || /^(postgres(ql)?|mongodb(\+srv)?):\/\//.test(SCHEDULER_STORE)
    ? []
    : ['SCHEDULER_STORE must begin with postgres:// or mongodb://.']),
];

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

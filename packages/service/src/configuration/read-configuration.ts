import { Ajv, type ErrorObject } from 'ajv';
import { Err, Ok, type Result } from '@vehicle-insurance/core';
import { malformed } from './addresses.ts';
import { listed } from './listed.ts';
import { refusalsOf, untoldEnvironment } from './refusals.ts';
import { valuesOf, type EnvironmentVariables } from './secret-files.ts';
import { OWN_KEYWORDS, type Variable } from './variable.ts';
import { SECTIONS, VARIABLES, type Variables } from './variables.ts';

const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, keywords: [...OWN_KEYWORDS] });
const validate = ajv.compile<Variables>(VARIABLES);

/**
 * Reads the configuration, or reports everything that is wrong with it at once: one invalid variable does not hide
 * problems of the others. An empty variable counts as not set.
 */
export const readConfiguration = (environment: EnvironmentVariables): Result<Variables, readonly string[]> => {
  const { values, given, problems } = valuesOf(environment);
  const variables: Record<string, unknown> = { ...values };
  const isShaped = validate(variables);
  const errors = validate.errors ?? [];
  const wrong = new Set(errors.map(nameIn));
  const shaped = Object.fromEntries(Object.entries(variables).filter(([name]) => !wrong.has(name)));
  const texts = Object.entries<Variable>(VARIABLES.properties).flatMap(([name, variable]) => {
    const value = shaped[name];
    const why = typeof value === 'string' ? malformedText(variable, value) : undefined;
    return why === undefined ? [] : [{ name, line: `${name} ${why}` }];
  });
  for (const { name } of texts) delete shaped[name];
  const untold = untoldEnvironment(given, environment['NODE_ENV']);
  // Without a known environment, rules of a single environment are not applied.
  if (untold !== undefined) delete shaped['ENVIRONMENT'];
  const all = [
    ...problems,
    ...(untold === undefined ? [] : [untold]),
    ...errors.map(inWords),
    ...texts.map(({ line }) => line),
    ...SECTIONS.flatMap(({ invalid }) => invalid?.(shaped) ?? []),
    ...refusalsOf(shaped, given),
  ];
  return isShaped && all.length === 0 ? Ok(variables) : Err(all);
};

const nameIn = ({ instancePath }: ErrorObject): string => instancePath.slice(1);

const inWords = (error: ErrorObject): string => {
  const { keyword, params, message } = error;
  const name = nameIn(error);
  if (keyword === 'enum') return `${name} must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}.`;
  if (keyword === 'type')
    return `${name} must be ${params['type'] === 'boolean' ? 'true or false' : 'a whole number'}.`;
  if (keyword === 'minLength') return `${name} must have at least ${params['limit']} characters.`;
  return `${name} ${message}.`;
};

const malformedText = ({ address, list }: Variable, value: string): string | undefined => {
  // eslint-disable-next-line no-control-regex
  if (value !== value.trim() || /[\u0000-\u001f\u007f]/.test(value))
    return 'must be one line, without white space around it.';
  if (list && listed(value).length === 0) return 'names nothing. Write the values separated by commas.';
  return address && malformed(address, value);
};

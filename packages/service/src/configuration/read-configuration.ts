import { Ajv, type ErrorObject } from 'ajv';
import { Err, isQuoted, keyProblem, Ok, type Result } from '@vehicle-insurance/core';
import { malformed } from './addresses.ts';
import { listed } from './listed.ts';
import { refusalsOf, untoldEnvironment } from './refusals.ts';
import { valuesOf, type EnvironmentVariables } from './secret-files.ts';
import { OWN_KEYWORDS, type Variable } from './variable.ts';
import { SECTIONS, VARIABLES, type Variables } from './variables.ts';

const ajv = new Ajv({ allErrors: true, useDefaults: true, keywords: [...OWN_KEYWORDS] });
const validate = ajv.compile<Variables>(VARIABLES);

/**
 * Reads the configuration, or reports everything that is wrong with it at once: one invalid variable does not hide
 * problems of the others. A variable that is empty or blank counts as not set.
 */
export const readConfiguration = (environment: EnvironmentVariables): Result<Variables, readonly string[]> => {
  const { values, given, problems } = valuesOf(environment);
  const variables: Record<string, unknown> = Object.fromEntries(
    Object.entries<Variable>(VARIABLES.properties).flatMap(([name, { type }]) =>
      values[name] === undefined ? [] : [[name, typed(type, values[name])]],
    ),
  );
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

/** Numbers in digits alone: `0x64`, `1e2` or `010` would be another number than their author sees in them. */
const typed = (type: Variable['type'], text: string): unknown => {
  if (type === 'integer' && /^(0|[1-9]\d*)$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
};

const nameIn = ({ instancePath }: ErrorObject): string => instancePath.slice(1);

const inWords = (error: ErrorObject): string => {
  const { keyword, params, message } = error;
  const name = nameIn(error);
  if (keyword === 'enum') return `${name} must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}.`;
  if (keyword === 'type')
    return `${name} must be ${params['type'] === 'boolean' ? 'true or false' : 'a whole number, in digits alone and without leading zeros'}.`;
  if (keyword === 'minLength') return `${name} must have at least ${params['limit']} characters.`;
  return `${name} ${message}.`;
};

const malformedText = ({ address, list, secret }: Variable, value: string): string | undefined => {
  if (value !== value.trim() || /\p{Cc}/u.test(value)) return 'must be one line, without white space around it.';
  if (isQuoted(value)) return 'is in quotation marks, which would be part of it. Remove them.';
  if (INVISIBLE.test(value)) return 'contains a character that cannot be seen. Type it again instead of pasting it.';
  if (list && listed(value).length === 0) return 'names nothing. Write the values separated by commas.';
  if (address) return malformed(address, value);
  if (secret) return (list ? listed(value) : [value]).map(keyProblem).find((why) => why !== undefined);
  return undefined;
};

/** Format characters, which no value of ours has, and what a wrong conversion leaves in place of a character. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/u;

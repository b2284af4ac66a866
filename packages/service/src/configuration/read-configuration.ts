import { Ajv, type ErrorObject } from 'ajv';
import { Err, isQuoted, keyProblem, Ok, type Result } from '@vehicle-insurance/core';
import type { OwnAdapters } from '../composition/own-adapters.ts';
import { findAddressProblem } from './addresses.ts';
import { ownPartsOf } from './section.ts';
import { splitList } from './split-list.ts';
import { refusalsOf, explainMissingEnvironment } from './refusals.ts';
import { valuesOf, type EnvironmentVariables } from './secret-files.ts';
import { OWN_KEYWORDS, type Variable } from './variable.ts';
import { SECTIONS, VARIABLES, type Variables } from './variables.ts';

const ajv = new Ajv({ allErrors: true, useDefaults: true, keywords: [...OWN_KEYWORDS] });
const validate = ajv.compile<Variables>(VARIABLES);

/**
 * Reads the configuration, or reports all problems at once. One invalid variable does not hide the problems of others.
 * An empty or blank variable counts as not set. `adapters` are the adapters that the program passes to the service.
 */
export const readConfiguration = (
  environment: EnvironmentVariables,
  adapters: OwnAdapters = {},
): Result<Variables, readonly string[]> => {
  const own = ownPartsOf(adapters);
  const { values, given, problems } = valuesOf(environment);
  const variables: Record<string, unknown> = Object.fromEntries(
    Object.entries<Variable>(VARIABLES.properties).flatMap(([name, { type }]) =>
      values[name] === undefined ? [] : [[name, convert(type, values[name])]],
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
  const missingEnvironment = explainMissingEnvironment(given, environment['NODE_ENV']);
  // Without a known environment, the rules of one environment must not apply.
  if (missingEnvironment !== undefined) delete shaped['ENVIRONMENT'];
  const all = [
    ...problems,
    ...(missingEnvironment === undefined ? [] : [missingEnvironment]),
    ...errors.map(inWords),
    ...texts.map(({ line }) => line),
    ...SECTIONS.flatMap(({ invalid }) => invalid?.(shaped, own) ?? []),
    ...refusalsOf(shaped, given, own),
  ];
  return isShaped && all.length === 0 ? Ok(variables) : Err(all);
};

/** Accepts numbers only in plain digits, because `0x64`, `1e2` or `010` would be misread. */
const convert = (type: Variable['type'], text: string): unknown => {
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
    return `${name} must be ${params['type'] === 'boolean' ? 'true or false' : 'a whole number, in plain digits and without leading zeros'}.`;
  if (keyword === 'minLength') return `${name} must have at least ${params['limit']} characters.`;
  return `${name} ${message}.`;
};

const malformedText = ({ address, list, secret }: Variable, value: string): string | undefined => {
  if (value !== value.trim() || /\p{Cc}/u.test(value)) return 'must be one line, without white space around it.';
  if (isQuoted(value)) return 'is in quotation marks, which would be part of it. Remove them.';
  if (INVISIBLE.test(value)) return 'contains an invisible character. Type the value instead of pasting it.';
  if (list && splitList(value).length === 0) return 'is an empty list. Write values separated by commas.';
  if (address) return findAddressProblem(address, value);
  if (secret) return (list ? splitList(value) : [value]).map(keyProblem).find((why) => why !== undefined);
  return undefined;
};

/** Invisible characters, which no value needs, and the replacement character, which a wrong conversion leaves. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/u;

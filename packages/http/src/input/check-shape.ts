import { Err, invalidRequest, Ok, type FieldError, type InvalidRequest, type Result } from '@vehicle-insurance/core';
import { Ajv, type ErrorObject } from 'ajv';

/**
 * Rules that the domain decides: it trims and normalises before it measures, counts code points, and names every
 * broken field at once. Here they only describe.
 */
const RULES_ON_TEXT = ['minLength', 'maxLength', 'pattern', 'format'];
const RULES_OF_THE_DOMAIN = [...RULES_ON_TEXT, 'minimum', 'maximum', 'enum'];

const checker = (describing: readonly string[]): Ajv => {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    removeAdditional: true,
    useDefaults: true,
    verbose: true,
  });
  for (const keyword of describing) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword(keyword);
  }
  return ajv;
};

/** Bodies become commands, and the domain checks their values. */
const bodies = checker(RULES_OF_THE_DOMAIN);
/** Nobody else checks which page of a list is asked for. */
const queries = checker(RULES_ON_TEXT);

export type Check<Value> = (input: unknown) => Result<Value, InvalidRequest>;

/** Fields present and of their types, unknown ones removed. */
export const checkBody = (schema: object): Check<never> => check(bodies, schema);

/** Parameters of their types and in their ranges, unknown ones removed, defaults filled in. */
export const checkQuery = (schema: object): Check<never> => check(queries, schema);

/** `never`: what comes out has the type the schema says, for the route that holds the schema to name. */
const check = (ajv: Ajv, schema: object): Check<never> => {
  const fits = ajv.compile(schema);
  return (input) => (fits(input) ? Ok(input as never) : Err(invalidRequest((fits.errors ?? []).map(inPlainWords))));
};

/** Never the value itself: it may be a name or a number of a person. */
const inPlainWords = ({ keyword, instancePath, params, parentSchema }: ErrorObject): FieldError => {
  if (keyword === 'required') return { field: String(params['missingProperty']), message: 'is required' };
  if (instancePath === '') return { field: 'body', message: 'must be a JSON object' };
  const field = instancePath.slice(1);
  return {
    field,
    message: keyword === 'type' ? ofType(params['type'] as string | readonly string[]) : inRange(parentSchema),
  };
};

const TYPES: Readonly<Record<string, string>> = { string: 'text', integer: 'a whole number', null: 'null' };

const ofType = (type: string | readonly string[]): string =>
  `must be ${[type]
    .flat()
    .map((name) => TYPES[name] ?? name)
    .join(' or ')}`;

const inRange = ({ minimum, maximum }: Readonly<Record<string, unknown>> = {}): string =>
  `must be a whole number from ${String(minimum)} to ${String(maximum)}`;

import { Ajv, type ErrorObject } from 'ajv';
import { catalogueSchema } from './catalogue-schema.ts';
import type { Finding } from './problem.ts';
import { kindNames, propertiesOf, type Schema } from './schema-part.ts';

// Ajv's own messages are not written for tariff authors.
const validate = new Ajv({
  allErrors: true,
  verbose: true,
  messages: false,
  discriminator: true,
  allowUnionTypes: true,
}).compile(catalogueSchema);

/** All differences between the file's shape and the shape of a catalogue. */
export const shapeProblems = (file: unknown): readonly Finding[] =>
  validate(file)
    ? []
    : (validate.errors ?? []).map((error) => ({ path: error.instancePath, message: messageOf(error) }));

const messageOf = ({ keyword, params, data, parentSchema = {} }: ErrorObject): string => {
  switch (keyword) {
    case 'required':
      return missing(String(params['missingProperty']), parentSchema);
    case 'additionalProperties':
      return `"${params['additionalProperty']}" is not known here; use one of ${quoteAll(Object.keys(propertiesOf(parentSchema)))}`;
    case 'uniqueItems':
      return `${JSON.stringify((data as readonly unknown[])[params['j'] as number])} is listed twice; list it once`;
    case 'discriminator':
      return `"kind" must be one of ${kindNames(parentSchema).join(', ')}`;
    default:
      return `must be ${String(parentSchema['description'])}`;
  }
};

const missing = (key: string, schema: Schema): string => {
  const expected = propertiesOf(schema)[key]?.['description'];
  return typeof expected === 'string' ? `"${key}" is missing; it must be ${expected}` : `"${key}" is missing`;
};

const quoteAll = (keys: readonly string[]): string => keys.map((key) => `"${key}"`).join(', ');

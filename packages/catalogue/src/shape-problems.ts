import { Ajv, type ErrorObject } from 'ajv';
import { catalogueSchema } from './catalogue-schema.ts';
import type { Finding } from './problem.ts';

type Schema = Readonly<Record<string, unknown>>;

const validate = new Ajv({ allErrors: true, verbose: true, discriminator: true, allowUnionTypes: true }).compile(
  catalogueSchema,
);

/** Everything that keeps the file from having the shape of a catalogue. */
export const shapeProblems = (file: unknown): readonly Finding[] =>
  validate(file)
    ? []
    : (validate.errors ?? []).map((error) => ({ path: error.instancePath, message: messageOf(error) }));

const messageOf = ({ keyword, params, data, parentSchema = {} }: ErrorObject): string => {
  switch (keyword) {
    case 'required':
      return missing(String(params['missingProperty']), parentSchema);
    case 'additionalProperties':
      return `"${params['additionalProperty']}" is not known here; known are ${listed(Object.keys(propertiesOf(parentSchema)))}`;
    case 'uniqueItems':
      return `${JSON.stringify((data as readonly unknown[])[params['j'] as number])} is named twice; name it once`;
    case 'discriminator':
      return `"kind" must be one of ${kindsOf(parentSchema).join(', ')}`;
    default:
      return `must be ${String(parentSchema['description'])}`;
  }
};

const missing = (key: string, schema: Schema): string => {
  const expected = propertiesOf(schema)[key]?.['description'];
  return typeof expected === 'string' ? `"${key}" is missing; it must be ${expected}` : `"${key}" is missing`;
};

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;

const kindsOf = (schema: Schema): readonly string[] =>
  (schema['oneOf'] as readonly Schema[]).map((one) => String(propertiesOf(one)['kind']?.['const']));

const listed = (keys: readonly string[]): string => keys.map((key) => `"${key}"`).join(', ');

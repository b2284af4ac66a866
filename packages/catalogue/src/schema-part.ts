import { child } from './file-part.ts';

/** A part of a schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** The properties of an object's schema; empty for any other schema. */
export const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;

/** The alternative schemas of an object that can be of several kinds. */
const kindsIn = ({ oneOf = [] }: Schema): readonly Schema[] => oneOf as readonly Schema[];

const nameOf = (kind: Schema): unknown => propertiesOf(kind)['kind']?.['const'];

export const kindNames = (schema: Schema): readonly string[] => kindsIn(schema).map((kind) => String(nameOf(kind)));

export const kindOf = (schema: Schema, value: unknown): Schema | undefined =>
  kindsIn(schema).find((kind) => nameOf(kind) === child(value, 'kind'));

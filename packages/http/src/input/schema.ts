import { Unreadable } from '@vehicle-insurance/core';
import { INPUT_FAULTS } from './faults.ts';

/** The schema of an object that arrives as JSON or as text, in a query or a form. */
export interface InputSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

interface PropertySchema {
  readonly type: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
}

/** Decimal digits with an optional minus sign: no leading zero, no exponent, no space. */
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;

/** Converts a text to the schema's type. A text that is not a number stays a text, and validation later refuses it. */
const valueOf = (type: string | readonly string[], text: string): string | number =>
  type === 'integer' && WHOLE_NUMBER.test(text) ? Number(text) : text;

/** The schema's fields, in the schema's order. `given` returns the texts of a field. */
export const fromText = (
  { properties }: InputSchema,
  given: (name: string) => readonly string[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) => {
      const [text, ...more] = given(name);
      if (text === undefined) return [];
      return [[name, more.length > 0 ? new Unreadable(INPUT_FAULTS.once) : valueOf(type, text)]];
    }),
  );

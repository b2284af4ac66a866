import { Unreadable } from '@vehicle-insurance/core';

/** The schema of an object that may come as text: a query, or a form. */
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
}

/** Plain decimal: no sign but a minus, no leading zero, no exponent, no space. */
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;

/**
 * Converts a text to the schema's type. A text that is no such value stays a text, and is refused later for its type.
 */
const valueOf = (type: string | readonly string[], text: string): string | number =>
  type === 'integer' && WHOLE_NUMBER.test(text) ? Number(text) : text;

/** The schema's fields, in its order, from name and value pairs of text; others are left out. */
export const fromText = (
  { properties }: InputSchema,
  given: (name: string) => readonly string[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) => {
      const [text, ...more] = given(name);
      if (text === undefined) return [];
      return [[name, more.length > 0 ? new Unreadable('must be given once') : valueOf(type, text)]];
    }),
  );

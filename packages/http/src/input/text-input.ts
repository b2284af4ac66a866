import type { FieldError } from '@vehicle-insurance/core';

/** The schema of an object that may come as text: a query, or a form. */
export interface InputSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly type: string | readonly string[] }>>;
}

/** Plain decimal: no sign but a minus, no leading zero, no exponent, no space. */
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;

/** The value a text stands for. A text that is no such value stays one, and is refused for its type. */
const valueOf = (type: string | readonly string[], text: string): string | number =>
  type === 'integer' && WHOLE_NUMBER.test(text) ? Number(text) : text;

/** The fields of a schema out of name and value pairs of text; what the schema does not know is ignored. */
export const fromText = (
  { properties }: InputSchema,
  given: (name: string) => readonly string[],
): { readonly input: Record<string, unknown>; readonly repeated: readonly FieldError[] } => {
  const entries = Object.entries(properties).map(([name, { type }]) => ({ name, type, texts: given(name) }));
  return {
    input: Object.fromEntries(
      entries.flatMap(({ name, type, texts: [text] }) => (text === undefined ? [] : [[name, valueOf(type, text)]])),
    ),
    repeated: entries
      .filter(({ texts }) => texts.length > 1)
      .map(({ name }) => ({ field: name, message: 'must be given once' })),
  };
};

/** An object of somebody else's making: any field may be missing, or be anything. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** An address a payer can open. */
export const addressIn = (fields: Fields, name: string): string | null => {
  const text = textIn(fields, name);
  return text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null;
};

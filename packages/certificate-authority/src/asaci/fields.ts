import { NOTHING } from './codes.ts';

/** An object of somebody else's making: any field may be missing, or be anything. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** A text, or a number as one; null where there is neither, or only the authority's word for nothing. */
export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  const text = typeof value === 'number' ? String(value) : value;
  const trimmed = typeof text === 'string' ? text.trim() : '';
  return trimmed === '' || trimmed === NOTHING ? null : trimmed;
};

import type { Fields } from '@vehicle-insurance/http-client';
import { NOTHING } from './codes.ts';

/**
 * A text field, or a number as text. Null if the field is missing, empty, or contains the authority's value for an
 * empty field. A number too large to be exact is ignored: after rounding, the number could be another request's.
 */
export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  const text = Number.isSafeInteger(value) ? String(value) : value;
  const trimmed = typeof text === 'string' ? text.trim() : '';
  return trimmed === '' || trimmed === NOTHING ? null : trimmed;
};

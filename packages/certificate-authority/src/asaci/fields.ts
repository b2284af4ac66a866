import type { Fields } from '@vehicle-insurance/http-client';
import { NOTHING } from './codes.ts';

/**
 * A text field, or a number as text. Null if it is neither, or if it is the authority's value for an empty field. A
 * number that is too large to be exact is ignored, because after rounding it could be the number of another request.
 */
export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  const text = Number.isSafeInteger(value) ? String(value) : value;
  const trimmed = typeof text === 'string' ? text.trim() : '';
  return trimmed === '' || trimmed === NOTHING ? null : trimmed;
};

import type { Fields } from '@vehicle-insurance/http-client';
import { NOTHING } from './codes.ts';

/**
 * A text field, or a number as text; null where it is neither, or the authority's word for nothing. A number too large
 * to be exact counts as none: it may be another's.
 */
export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  const text = Number.isSafeInteger(value) ? String(value) : value;
  const trimmed = typeof text === 'string' ? text.trim() : '';
  return trimmed === '' || trimmed === NOTHING ? null : trimmed;
};

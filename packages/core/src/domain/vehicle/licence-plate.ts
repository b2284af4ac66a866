import * as FAULTS from '../../shared/faults.ts';
import { Err, Ok } from '../../shared/result.ts';
import type { Length, Rule } from '../../shared/rules.ts';

/** The length of a plate without spaces (docs/api.md 3.1). */
export const LICENCE_PLATE: Length = { min: 2, max: 20 };

/**
 * Matched before the conversion to upper case, because the conversion turns some non-ASCII letters into ASCII letters.
 */
const PLATE = new RegExp(`^[A-Za-z0-9-]{${LICENCE_PLATE.min},${LICENCE_PLATE.max}}$`);

/** A plate as it is stored and compared: without spaces, in capitals. */
export const licencePlate: Rule<string> = (input) => {
  // For a megabyte of spaces, removing whole runs is fifty times faster than removing each space.
  const compact = typeof input === 'string' && input.replace(/ +/g, '');
  return compact && PLATE.test(compact) ? Ok(compact.toUpperCase()) : Err(FAULTS.licencePlate(LICENCE_PLATE));
};

/** A plate in capitals, without the separators between its parts. */
export const barePlate = (plate: string): string => plate.toUpperCase().replace(/[^A-Z0-9]/g, '');

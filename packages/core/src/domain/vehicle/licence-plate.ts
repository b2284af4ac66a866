import * as FAULTS from '../../shared/faults.ts';
import { Err, Ok } from '../../shared/result.ts';
import type { Length, Rule } from '../../shared/rules.ts';

/** The length of a plate without spaces (docs/api.md 3.1). */
export const LICENCE_PLATE: Length = { min: 2, max: 20 };

/**
 * This pattern is matched before the plate is converted to upper case, since some non-ASCII letters become ASCII in
 * upper case.
 */
const PLATE = new RegExp(`^[A-Za-z0-9-]{${LICENCE_PLATE.min},${LICENCE_PLATE.max}}$`);

/** A plate as it is stored and compared: without spaces, in capitals. */
export const licencePlate: Rule<string> = (input) => {
  // For a megabyte of blanks, removing whole runs is fifty times faster than removing each blank.
  const compact = typeof input === 'string' && input.replace(/ +/g, '');
  return compact && PLATE.test(compact) ? Ok(compact.toUpperCase()) : Err(FAULTS.licencePlate(LICENCE_PLATE));
};

/** A plate without the separators between its parts. */
export const barePlate = (plate: string): string => plate.toUpperCase().replace(/[^A-Z0-9]/g, '');

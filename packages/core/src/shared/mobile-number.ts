import type { Rule } from './invalid-request.ts';
import { Err, Ok } from './result.ts';

/** An Ivorian mobile number as it is kept and returned: `+225` and 10 digits. */
export type MobileNumber = string;

const NUMBER = /^(?:\+225)?((?:01|05|07)\d{8})$/;

/** Reads a mobile number (docs/api.md 1.6): the prefix may be left out, spaces may stand anywhere. */
export const mobileNumber: Rule<MobileNumber> = (input) => {
  const digits = typeof input === 'string' ? NUMBER.exec(input.replace(/ +/g, ''))?.[1] : undefined;
  return digits === undefined
    ? Err('must be an Ivorian mobile number: 10 digits starting with 01, 05 or 07, with or without +225')
    : Ok(`+225${digits}`);
};

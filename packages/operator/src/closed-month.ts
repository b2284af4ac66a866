import type { Closing } from '@vehicle-insurance/core';
import { InvalidArgumentError } from 'commander';
import type { Context } from './context.ts';
import { refuse } from './refuse.ts';

/** A month such as `2026-11`. */
export const month = (text: string): string => {
  if (!/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('It must be a month such as 2026-11.');
  return text;
};

/** The closing of a month; refused where there is none. */
export const closingOf = async ({ books }: Context['ports'], asked: string): Promise<Closing> => {
  const found = (await books.closings()).find((each) => each.month === asked);
  return found ?? refuse(`${asked} is not closed. \`books close ${asked}\` closes it.`);
};

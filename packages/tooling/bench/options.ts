import { parseArgs } from 'node:util';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';
import type { Amount } from './measure.ts';

export interface Options {
  readonly endpoints: readonly Endpoint[];
  readonly amount: Amount;
  /** The endpoint for which the project is profiled, instead of a comparison. */
  readonly profiled: Endpoint | undefined;
  /**
   * An empty database on which only the project is measured. Without it, the floor is measured too, on a new database.
   */
  readonly database: string | undefined;
  /** Whether servers are not warmed up, which makes the figures meaningless. */
  readonly isQuick: boolean;
}

const FULL: Amount = { rounds: 40, slice: 300, warmUp: 3_000 };
/** For checking in a minute that everything works. */
const QUICK: Amount = { rounds: 6, slice: 100, warmUp: 300 };

/** The options in the arguments; prints the usage and ends the program if they are invalid. */
export const parseOptions = (words: readonly string[]): Options => {
  try {
    return optionsIn(words);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
};

const USAGE = `npm run bench -- requests [--only ENDPOINT]... [--rounds N] [--quick] [--profile ENDPOINT] [--database URL]`;

const optionsIn = (words: readonly string[]): Options => {
  const { only, rounds, profile, quick, database } = parseArgs({
    args: [...words],
    options: {
      only: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      profile: { type: 'string' },
      database: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  }).values;
  const amount = quick ? QUICK : FULL;
  return {
    endpoints: only === undefined ? ENDPOINTS : only.map(named),
    amount: rounds === undefined ? amount : { ...amount, rounds: wholeIn(rounds) },
    profiled: profile === undefined ? undefined : named(profile),
    database,
    isQuick: quick,
  };
};

const named = (name: string): Endpoint => {
  const found = ENDPOINTS.find((endpoint) => endpoint.name === name);
  if (!found)
    throw new Error(
      `There is no ${name}. The measured endpoints are: ${ENDPOINTS.map((each) => each.name).join(', ')}.`,
    );
  return found;
};

const wholeIn = (text: string): number => {
  const rounds = Number(text);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number, at least 1.');
  return rounds;
};

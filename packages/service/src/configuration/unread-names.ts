import { distance } from 'fastest-levenshtein';
import { mayBeFile, valueIn, type EnvironmentVariables } from './secret-files.ts';
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

const KNOWN = Object.entries<Variable>(VARIABLES.properties);
const NAMES = KNOWN.map(([name]) => name);
const READ = new Set(KNOWN.flatMap(([name, variable]) => (mayBeFile(variable) ? [name, `${name}_FILE`] : [name])));

/** The beginnings of this service's variables. Another service's variables may begin like that too: see `NEIGHBOUR`. */
const FAMILIES = ['AUTHORITY_', 'CINETPAY_', 'FEE_', 'POLICY_NUMBER_', 'PROOF_', 'RATE_LIMIT_', 'S3_', 'WAVE_'];

/**
 * Endings of the variables that an orchestrator sets for each service in its network. A service named `s3` gives
 * `S3_SERVICE_HOST`, which is not ours.
 */
const NEIGHBOUR = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/;

/** A shorter name never counts as a misspelling. Changing two letters can turn a short name into an unrelated name. */
const LEAST_LENGTH = 8;

/**
 * Warnings about variables that were probably meant for this service but are not read, with what to do. Another
 * program's variable may resemble ours by chance, so these are not errors.
 */
export const unreadNames = (environment: EnvironmentVariables): readonly string[] =>
  Object.keys(environment).flatMap((name) => {
    if (valueIn(environment, name) === undefined || READ.has(name)) return [];
    const plain = name.replace(/_FILE$/, '');
    if (NAMES.includes(plain))
      return [`${name} is not read: only secrets can be read from a file. Set ${plain} itself.`];
    const nearest = nearestTo(plain.toUpperCase());
    const isNear = name.length >= LEAST_LENGTH && distance(plain.toUpperCase(), nearest) <= 2;
    const isFamily = FAMILIES.some((family) => name.startsWith(family)) && !NEIGHBOUR.test(name);
    return isNear || isFamily ? [`${name} is not read. ${nearest} is: correct the name, or remove it.`] : [];
  });

const nearestTo = (name: string): string =>
  NAMES.reduce((best, each) => (near(name, each) < near(name, best) ? each : best));

/**
 * The distance between two names. Each shared word reduces the distance, and so does a `name` that is a prefix of
 * `known`.
 */
const near = (name: string, known: string): number => {
  const words = new Set(name.split('_'));
  const shared = known.split('_').filter((word) => words.has(word)).length;
  return distance(name, known) - 2 * shared - (known.startsWith(name) ? name.length : 0);
};

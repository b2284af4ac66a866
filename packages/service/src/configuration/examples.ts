import { splitList } from './split-list.ts';
import type { Variable } from './variable.ts';

/**
 * Words that occur in examples, test accounts and simulators. Only whole words count, because a random secret may
 * contain these letters.
 */
const EXAMPLE_WORDS =
  /(^|[^a-z0-9])(test|tests|sandbox|bacasable|bac à sable|simulators?|examples?|exemple|sample|demo|dummy|fake|default|placeholder|password|change[-_ ]?me|changeit|your[-_ ]?(secret|key|password)|todo|x{3,})($|[^a-z0-9])/i;
const EXAMPLE_VALUES =
  /^(secret|key|admin|root|postgres|mongo|guest|letmein|qwerty|azerty|0?123456789?0?|abcdef?|minio(admin|123)?|\w*example(key)?|courtier01|assur01)$/i;

/** The minimum number of distinct characters in a secret of this service. */
const LEAST_VARIETY = 8;
/** The minimum length of a provider's secret. It is short, because providers choose the format of their codes. */
const LEAST_LENGTH = 4;

/** Why a value cannot be secret. The text continues a sentence that begins with the variable's name. */
export const noSecret = (variable: Variable, value: string): string | undefined => {
  const parts = variable.address ? passwordOf(value) : variable.list ? splitList(value) : [value];
  if (parts.some(isExample)) return 'is an example, or belongs to a simulator or a test. Replace it with the real one.';
  if (variable.address) return undefined;
  if (variable.secret === 'own' && parts.some((part) => new Set(part).size < LEAST_VARIETY || repetitions(part) >= 2))
    return 'can be guessed. Generate a random one: openssl rand -base64 32.';
  if (variable.secret === 'provider' && parts.some((part) => part.length < LEAST_LENGTH || repetitions(part) >= 4))
    return 'cannot be real: it is too short, or repeats itself. Copy it from the provider again.';
  return undefined;
};

export const isExample = (value: string): boolean => EXAMPLE_VALUES.test(value) || EXAMPLE_WORDS.test(value);

/** How often a value repeats its beginning: `abcabcab` is 2.67 times `abc`. */
const repetitions = (value: string): number => {
  const period = [...value].findIndex((_, at) => at > 0 && value.startsWith(value.slice(at)));
  return period < 0 ? 1 : value.length / period;
};

/** The password in a database address. If the password equals the user name, returns an example word instead. */
const passwordOf = (address: string): readonly string[] => {
  const [, user = '', password = ''] = /^[a-z+]+:\/\/([^:@/]*):([^@/]+)@/.exec(address) ?? [];
  return password === '' ? [] : [password === user ? 'example' : password];
};

import { isUnencrypted, isPlaceholder } from './addresses.ts';
import { isExample, noSecret } from './examples.ts';
import type { Given, OwnParts } from './section.ts';
import type { Variable } from './variable.ts';
import { SECTIONS } from './variables.ts';

/**
 * Why well-formed values are refused in their environment, each with what to do. Staging refuses less than production.
 * For example, its providers may be simulators, because not every provider offers a test account.
 */
export const refusalsOf = (values: Given, given: ReadonlySet<string>, own: OwnParts): readonly string[] => {
  const { ENVIRONMENT: environment } = values;
  if (environment === 'sandbox') return halfGiven(given);
  if (environment !== 'staging' && environment !== 'production') return [];
  return SECTIONS.flatMap(({ properties, used, unsafe }) => [
    ...Object.entries(properties).flatMap(([name, variable]) => {
      // A default that only the sandbox may use counts as missing.
      if (variable.needed && !given.has(name))
        return (used?.(values, own) ?? true) ? [`${name} is missing. ${variable.description}`] : [];
      const value = values[name];
      return typeof value === 'string' ? unsafeValue(environment, name, variable, value) : [];
    }),
    ...(unsafe?.(values) ?? []),
  ]);
};

/**
 * Why a process without ENVIRONMENT does not start as a sandbox: another variable suggests a real deployment. Undefined
 * if ENVIRONMENT is set, or if no variable suggests one.
 */
export const explainMissingEnvironment = (given: ReadonlySet<string>, nodeEnvironment: string | undefined) => {
  if (given.has('ENVIRONMENT')) return undefined;
  const pointing = SECTIONS.flatMap(({ properties, reachedAt }) =>
    Object.entries(properties)
      .filter(([name, { address }]) => name === reachedAt || address === 'postgres' || address === 'scheduler')
      .flatMap(([name]) => (given.has(name) ? [`${name} is set`] : [])),
  );
  if (nodeEnvironment === 'production') pointing.push('NODE_ENV is production');
  if (pointing.length === 0) return undefined;
  return `ENVIRONMENT is missing, and ${pointing.join(', ')}. Set the environment: ENVIRONMENT=sandbox, staging or production.`;
};

/** If a sandbox's configuration sets the address of an outside system, that system's keys and codes must be set too. */
const halfGiven = (given: ReadonlySet<string>): readonly string[] =>
  SECTIONS.flatMap(({ properties, reachedAt }) =>
    reachedAt === undefined || !given.has(reachedAt)
      ? []
      : Object.entries(properties).flatMap(([name, { needed, address, description }]) =>
          needed && !address && !given.has(name)
            ? [`${name} is missing, since ${reachedAt} is set. ${description}`]
            : [],
        ),
  );

const unsafeValue = (
  environment: 'staging' | 'production',
  name: string,
  variable: Variable,
  value: string,
): readonly string[] => {
  const { address, secret, needed } = variable;
  const isOurs = secret === 'own';
  const why: (string | undefined)[] = [
    address && isUnencrypted(address, value)
      ? `must be an https:// address in ${environment}: secrets must not be sent unencrypted.`
      : undefined,
    address && environment === 'production' && isPlaceholder(address, value)
      ? `must be a real address in production, not one of this machine, a private network, an example or a simulator.`
      : undefined,
    secret && (isOurs || environment === 'production') ? noSecret(variable, value) : undefined,
    needed && !secret && !address && environment === 'production' && isExample(value)
      ? 'is an example, or belongs to a simulator or a test. Replace it with the real one.'
      : undefined,
    value.includes('vi_test_') ? 'contains an API key of the sandbox, which is no secret here. Replace it.' : undefined,
  ];
  return why.flatMap((reason) => (reason === undefined ? [] : [`${name} ${reason}`]));
};

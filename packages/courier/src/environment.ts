/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a copy of the environment, and removes from it what PostgreSQL's driver would read by itself: what the shell
 * sets for another project must not lead the courier elsewhere.
 */
export const takeEnvironment = (environment: Record<string, string | undefined>): Environment => {
  const whole = { ...environment };
  for (const name of Object.keys(environment))
    if (/^(PG(?!P_)[A-Z_]+|NODE_PG_FORCE_NATIVE|NODE_TLS_REJECT_UNAUTHORIZED)$/.test(name)) delete environment[name];
  return whole;
};

/** The value of a variable; one that is empty or blank counts as not set. */
export const valueIn = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() ? environment[name] : undefined;

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a copy of the environment. Removes from the original the variables that change how PostgreSQL's driver
 * connects. Otherwise, another project's variables could redirect the courier.
 */
export const takeEnvironment = (environment: Record<string, string | undefined>): Environment => {
  const whole = { ...environment };
  for (const name of Object.keys(environment))
    if (/^(PG(?!P_)[A-Z_]+|NODE_PG_FORCE_NATIVE|NODE_TLS_REJECT_UNAUTHORIZED)$/.test(name)) delete environment[name];
  return whole;
};

/** The value of a variable. An empty or blank value counts as not set. */
export const valueIn = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() ? environment[name] : undefined;

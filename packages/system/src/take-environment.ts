/**
 * Variables that libraries read directly: the drivers of PostgreSQL and MongoDB, MikroORM, and the S3 client. Amazon's
 * credentials are not among them. `NODE_TLS_REJECT_UNAUTHORIZED` would switch off the check of every provider's
 * certificate.
 */
const OF_LIBRARIES =
  /^(PG(?!P_)[A-Z_]+|NODE_PG_FORCE_NATIVE|MIKRO_ORM_\w+|MONGODB_(LOG|CRYPT)_\w+|AWS_(ENDPOINT_URL(_S3)?|DEFAULTS_MODE|RETRY_MODE|(USE|S3)_\w+)|NODE_TLS_REJECT_UNAUTHORIZED)$/;

/** Whether only a library reads the variable, so that the variable must have no effect here. */
export const isOfLibrary = (name: string): boolean => OF_LIBRARIES.test(name);

/**
 * Returns a copy of the environment, and removes the variables of libraries from the original. Call this before loading
 * those libraries. Variables that were set for another project must not affect them.
 */
export const takeEnvironment = (
  environment: Record<string, string | undefined>,
): Readonly<Record<string, string | undefined>> => {
  const whole = { ...environment };
  for (const name of Object.keys(environment)) if (isOfLibrary(name)) delete environment[name];
  return whole;
};

import { VARIABLES, type Variables } from './variables.ts';

/** What the sandbox makes up for itself and every other environment must be given. */
const NEEDED = [
  'BASE_URL',
  'DATABASE_URL',
  'LINK_SECRET',
  'WAVE_URL',
  'WAVE_API_KEY',
  'WAVE_NOTIFICATION_SECRETS',
  'WAVE_SUCCESS_URL',
  'WAVE_ERROR_URL',
  'AUTHORITY_URL',
  'AUTHORITY_APPLICANT_CODE',
  'AUTHORITY_INTERMEDIARY_CODE',
  'AUTHORITY_COMPANY_CODE',
  'AUTHORITY_ACCESS_CODE',
] as const satisfies readonly (keyof Variables)[];

/** Addresses over which money, keys or certificates travel. */
const SECRET_ROADS = ['BASE_URL', 'WAVE_URL', 'WAVE_SUCCESS_URL', 'WAVE_ERROR_URL', 'AUTHORITY_URL'] as const;

/** Everything that makes these variables unfit for their environment, each with what to do; empty when they are fit. */
export const refusalsOf = (variables: Variables): readonly string[] => {
  if (variables.ENVIRONMENT === 'sandbox') return [];
  const missing = NEEDED.filter((name) => variables[name] === undefined).map(
    (name) => `${name} is missing. ${VARIABLES.properties[name].description}`,
  );
  const plain = SECRET_ROADS.filter(
    (name) => variables[name] !== undefined && !variables[name].startsWith('https://'),
  ).map(
    (name) => `${name} must be an https:// address in ${variables.ENVIRONMENT}: nothing secret travels in the clear.`,
  );
  const example = variables.INSURANCE_COMPANY.includes('bac à sable')
    ? ['INSURANCE_COMPANY is missing: certificates show it.']
    : [];
  return [...missing, ...plain, ...example];
};

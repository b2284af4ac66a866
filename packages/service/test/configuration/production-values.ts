import { readConfiguration } from '../../src/configuration/read-configuration.ts';

/** A configuration that production accepts. The secrets were generated for these tests and open nothing. */
export const PRODUCTION = {
  ENVIRONMENT: 'production',
  BASE_URL: 'https://insurance.internal',
  DATA_DIR: '/var/lib/vehicle-insurance',
  DATABASE_URL: 'postgres://service@db/insurance?sslmode=verify-full',
  LINK_SECRET: 'pYw0Jt3mXq7Rk9Zc4Vb8Nf2Hd6Ls1GaQ',
  PROOF_KEY: 'l6Ht0yBq3xWv8NcZ1RkF5sJdUe7GmA2oTpYi4XbKQwE',
  WAVE_URL: 'https://api.wave.com',
  WAVE_API_KEY: 'wave_ci_prod_T7uE2kPq9',
  WAVE_NOTIFICATION_SECRETS: 'wave_ci_WHS_n3w9,wave_ci_WHS_0ld5',
  WAVE_SUCCESS_URL: 'https://pages.internal/paid?from=wave',
  WAVE_ERROR_URL: 'https://pages.internal/not-paid',
  AUTHORITY_URL: 'https://authority.internal/api',
  AUTHORITY_APPLICANT_CODE: 'D',
  AUTHORITY_INTERMEDIARY_CODE: 'I',
  AUTHORITY_COMPANY_CODE: 'C',
  AUTHORITY_ACCESS_CODE: '48-2093',
  INSURANCE_COMPANY: 'Assurances de la Lagune',
};

export const complaints = (environment: Readonly<Record<string, string>>): readonly string[] => {
  const read = readConfiguration(environment);
  return read.isErr() ? read.error : [];
};

import type { AsaciConfig, AsaciPaths } from '@vehicle-insurance/certificate-authority';
import type { Variables } from '../configuration/variables.ts';
import type { Infrastructure } from './infrastructure.ts';

type Given = Pick<
  Variables,
  | 'INSURANCE_COMPANY'
  | 'AUTHORITY_REQUEST_PATH'
  | 'AUTHORITY_PROGRESS_PATH'
  | 'AUTHORITY_RETRIEVE_PATH'
  | 'AUTHORITY_ZONE'
  | 'AUTHORITY_LOOK_UP'
>;

/** The certificate authority as configured. No public page tells its paths: each has the default that was seen in use. */
export const authorityConfig = (
  variables: Given,
  { url, credentials, hosts }: Infrastructure['authority'],
): AsaciConfig => ({
  baseUrl: url,
  credentials,
  insuranceCompany: variables.INSURANCE_COMPANY,
  allowedHosts: hosts,
  paths: pathsOf(variables),
  ...(variables.AUTHORITY_ZONE !== undefined && { zone: variables.AUTHORITY_ZONE }),
  lookUp: variables.AUTHORITY_LOOK_UP,
});

const pathsOf = (variables: Given): Partial<AsaciPaths> => {
  const { AUTHORITY_REQUEST_PATH: request, AUTHORITY_PROGRESS_PATH: progress } = variables;
  const { AUTHORITY_RETRIEVE_PATH: retrieve } = variables;
  return {
    ...(request !== undefined && { request }),
    ...(progress !== undefined && { progress }),
    ...(retrieve !== undefined && { retrieve }),
  };
};

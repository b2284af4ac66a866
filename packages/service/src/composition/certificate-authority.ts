import type { AsaciConfig } from '@vehicle-insurance/certificate-authority';
import type { Variables } from '../configuration/variables.ts';
import type { Infrastructure } from './infrastructure.ts';

/** The adapter's configuration of the certificate authority. */
export const authorityConfig = (
  variables: Variables,
  { url, credentials, hosts }: NonNullable<Infrastructure['authority']>,
): AsaciConfig => ({
  baseUrl: url,
  credentials,
  insuranceCompany: variables.INSURANCE_COMPANY,
  allowedHosts: hosts,
  paths: {
    request: variables.AUTHORITY_REQUEST_PATH,
    progress: variables.AUTHORITY_PROGRESS_PATH,
    retrieve: variables.AUTHORITY_RETRIEVE_PATH,
  },
  zone: variables.AUTHORITY_ZONE,
  lookUp: variables.AUTHORITY_LOOK_UP,
});

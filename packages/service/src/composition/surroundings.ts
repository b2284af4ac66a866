import type { AsaciCredentials } from '@vehicle-insurance/certificate-authority';
import type { Clock } from '@vehicle-insurance/core';
import { listed } from '../configuration/listed.ts';
import type { Variables } from '../configuration/variables.ts';

/** Wave's account. */
export interface Wave {
  readonly url: string;
  readonly apiKey: string;
  readonly notificationSecrets: readonly string[];
  readonly successUrl: string;
  readonly errorUrl: string;
  readonly idleSaysProcessing: boolean;
}

/** CinetPay's account. */
export interface CinetPay {
  readonly url: string;
  readonly apiKey: string;
  readonly siteId: string;
  readonly notificationSecrets: readonly string[];
  readonly returnUrl: string;
}

/** Where everything outside of the service is, with the secrets it takes, whether given or made up by the sandbox. */
export interface Surroundings {
  readonly clock: Clock;
  /** Address callers and providers reach the service at. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly schedulerStore: string;
  readonly linkSecret: string;
  /** A provider that is absent is one this deployment has never used. */
  readonly wave: Wave | undefined;
  readonly cinetpay: CinetPay | undefined;
  readonly authority: {
    readonly url: string;
    readonly credentials: AsaciCredentials;
    readonly hosts: readonly string[];
  };
  /** Stops what was started to be there for the service. */
  close(): Promise<void>;
}

/** The surroundings an operator of staging or production has configured; `readConfiguration` has seen that none is missing. */
export const givenSurroundings = (variables: Variables, clock: Clock): Surroundings => {
  const databaseUrl = given(variables, 'DATABASE_URL');
  return {
    clock,
    baseUrl: given(variables, 'BASE_URL').replace(/\/+$/, ''),
    databaseUrl,
    schedulerStore: variables.SCHEDULER_STORE ?? databaseUrl,
    linkSecret: given(variables, 'LINK_SECRET'),
    wave: variables.WAVE_URL ? givenWave(variables) : undefined,
    cinetpay: variables.CINETPAY_URL ? givenCinetPay(variables) : undefined,
    authority: givenAuthority(variables),
    close: async () => undefined,
  };
};

export const givenWave = (variables: Variables): Wave => ({
  url: given(variables, 'WAVE_URL'),
  apiKey: given(variables, 'WAVE_API_KEY'),
  notificationSecrets: listed(given(variables, 'WAVE_NOTIFICATION_SECRETS')),
  successUrl: given(variables, 'WAVE_SUCCESS_URL'),
  errorUrl: given(variables, 'WAVE_ERROR_URL'),
  idleSaysProcessing: variables.WAVE_IDLE_SAYS_PROCESSING,
});

export const givenCinetPay = (variables: Variables): CinetPay => ({
  url: given(variables, 'CINETPAY_URL'),
  apiKey: given(variables, 'CINETPAY_API_KEY'),
  siteId: given(variables, 'CINETPAY_SITE_ID'),
  notificationSecrets: listed(given(variables, 'CINETPAY_NOTIFICATION_SECRETS')),
  returnUrl: given(variables, 'CINETPAY_RETURN_URL'),
});

export const givenAuthority = (variables: Variables): Surroundings['authority'] => {
  const url = given(variables, 'AUTHORITY_URL');
  return {
    url,
    credentials: {
      applicant: given(variables, 'AUTHORITY_APPLICANT_CODE'),
      access: given(variables, 'AUTHORITY_ACCESS_CODE'),
      company: given(variables, 'AUTHORITY_COMPANY_CODE'),
      intermediary: given(variables, 'AUTHORITY_INTERMEDIARY_CODE'),
    },
    hosts: variables.AUTHORITY_HOSTS ? listed(variables.AUTHORITY_HOSTS) : [new URL(url).host],
  };
};

const given = (variables: Variables, name: keyof Variables): string => {
  const value = variables[name];
  if (typeof value !== 'string') throw new Error(`${name} is missing: set it.`);
  return value;
};

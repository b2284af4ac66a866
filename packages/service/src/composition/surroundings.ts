import type { AsaciCredentials } from '@vehicle-insurance/certificate-authority';
import type { Clock } from '@vehicle-insurance/core';
import type { Variables } from '../configuration/variables.ts';

/** Where everything outside of the service is, with the secrets it takes, whether given or made up by the sandbox. */
export interface Surroundings {
  readonly clock: Clock;
  /** Address callers and providers reach the service at. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly schedulerStore: string;
  readonly linkSecret: string;
  readonly wave: {
    readonly url: string;
    readonly apiKey: string;
    readonly notificationSecrets: readonly string[];
    readonly successUrl: string;
    readonly errorUrl: string;
  };
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
  const given = (name: keyof Variables): string => {
    const value = variables[name];
    if (typeof value !== 'string') throw new Error(`${name} is missing: set it.`);
    return value;
  };
  const databaseUrl = given('DATABASE_URL');
  const authorityUrl = given('AUTHORITY_URL');
  return {
    clock,
    baseUrl: given('BASE_URL').replace(/\/+$/, ''),
    databaseUrl,
    schedulerStore: variables.SCHEDULER_STORE ?? databaseUrl,
    linkSecret: given('LINK_SECRET'),
    wave: {
      url: given('WAVE_URL'),
      apiKey: given('WAVE_API_KEY'),
      notificationSecrets: listOf(given('WAVE_NOTIFICATION_SECRETS')),
      successUrl: given('WAVE_SUCCESS_URL'),
      errorUrl: given('WAVE_ERROR_URL'),
    },
    authority: {
      url: authorityUrl,
      credentials: {
        applicant: given('AUTHORITY_APPLICANT_CODE'),
        access: given('AUTHORITY_ACCESS_CODE'),
        company: given('AUTHORITY_COMPANY_CODE'),
        intermediary: given('AUTHORITY_INTERMEDIARY_CODE'),
      },
      hosts: variables.AUTHORITY_HOSTS ? listOf(variables.AUTHORITY_HOSTS) : [new URL(authorityUrl).host],
    },
    close: async () => undefined,
  };
};

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

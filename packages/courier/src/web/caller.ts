import { isApiError, InsuranceApiError, type InsuranceClient } from '@vehicle-insurance/client';
import { companyOf } from '../endpoint-rules.ts';
import { Refusal } from './refusal.ts';

/** The company that makes a request, and a client with the key of the request. */
export interface Caller {
  readonly company: string;
  readonly client: InsuranceClient;
}

/**
 * Finds the company of a key by a request to the insurance API, which checks the key each time. So a revoked key is
 * refused within seconds, and the courier reads no table of the service.
 */
export const authenticate = async (
  key: string | undefined,
  clientWith: (apiKey: string) => InsuranceClient,
): Promise<Caller> => {
  const client = key === undefined ? undefined : clientFor(key, clientWith);
  if (!client) throw new Refusal('unauthorized');
  const company = await askApi(() => companyOf(client));
  if (company === null) throw new Refusal('unauthorized');
  return { company, client };
};

const clientFor = (key: string, clientWith: (apiKey: string) => InsuranceClient): InsuranceClient | undefined => {
  try {
    return clientWith(key);
  } catch {
    return undefined;
  }
};

/**
 * Makes a request to the insurance API. Converts every error except `invalid_request` to an error of the webhooks API.
 */
export const askApi = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
  try {
    return await ask();
  } catch (error) {
    if (isApiError(error, 'unauthorized')) throw new Refusal('unauthorized');
    if (isApiError(error, 'rate_limited'))
      throw new Refusal('rate_limited', undefined, { 'retry-after': String(error.retryAfter ?? 1) });
    if (error instanceof InsuranceApiError && error.code === 'invalid_request') throw error;
    throw new Refusal('service_unavailable', undefined, { 'retry-after': '5' });
  }
};

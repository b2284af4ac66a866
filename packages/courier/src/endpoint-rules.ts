import type { InsuranceClient } from '@vehicle-insurance/client';
import { randomBytes } from 'node:crypto';
import { hasCredentials, type AddressGuard } from './address-guard.ts';
import { Fault, FAULTS } from './faults.ts';
import { newSecret } from './secret.ts';
import { webhookSender, type Sent } from './sender.ts';
import type { NewEndpoint } from './store/endpoints.ts';
import type { Endpoint } from './store/tables.ts';
import { signatureHeaders, webhookOf } from './webhook.ts';

// The rules of endpoints, shared by the operator's commands and the webhooks API.

/** The URL in its normal form. Throws a fault that explains what to change. */
export const addressIn = (text: string, guard: AddressGuard): string => {
  const url = URL.parse(text);
  if (!url || !(url.protocol === 'https:' || (guard.allowsHttp && url.protocol === 'http:')))
    throw new Fault(FAULTS.https);
  if (hasCredentials(url)) throw new Fault(FAULTS.credentials);
  return url.href;
};

export const newEndpoint = (given: Pick<NewEndpoint, 'feed' | 'address' | 'types' | 'description'>) => {
  const [id, secret] = [randomBytes(8).toString('hex'), newSecret()];
  return { endpoint: { ...given, id, secrets: [secret] }, secret };
};

/** The maximum number of secrets of an endpoint. A further rotation drops the oldest secret. */
const MAX_SECRETS = 5;

/**
 * The secrets after a rotation, newest first. The receiver may use any of them. With `finish`, only the newest secret
 * remains.
 */
export const rotateSecrets = (secrets: readonly string[], finish: boolean): string[] =>
  finish ? secrets.slice(0, 1) : [newSecret(), ...secrets].slice(0, MAX_SECRETS);

/** Sends one event of the type `webhook.test` now, and returns the result. */
export const sendTest = async ({ id, address, secrets }: Endpoint, guard: AddressGuard): Promise<Sent> => {
  const now = new Date();
  const nothing = { vehicleId: null, quoteId: null, paymentId: null, contractId: null };
  const event = { ...nothing, position: 0, type: 'webhook.test', at: now.toISOString() };
  // Each test gets a new id, because receivers drop ids that they already know.
  const webhook = { ...webhookOf(id, event), id: `msg_${id}_test${now.getTime()}` };
  const sender = webhookSender({ guard });
  try {
    return await sender.send({ address, headers: signatureHeaders(webhook, secrets, now), body: webhook.body });
  } finally {
    await sender.close();
  }
};

/** The company to which a client's key belongs. Rejects if the API rejects the key. */
export const companyOf = async (client: Pick<InsuranceClient, 'listOwnKeys'>): Promise<string | null> =>
  (await client.listOwnKeys({ limit: 1 })).data[0]?.companyId ?? null;

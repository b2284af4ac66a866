import {
  CURRENCY,
  done,
  refused,
  requireKeys,
  unknown,
  type MobileMoneyCapabilities,
  type Session,
} from '@vehicle-insurance/core';
import {
  breaker,
  fieldsOf,
  httpClient,
  providerResponse,
  textIn,
  webAddress,
  type HttpResult,
  type BreakerOptions,
} from '@vehicle-insurance/http-client';
import { successBodyOf, unknownOf, refusalOfOpening } from '../results.ts';
import type { MobileMoneyGateway } from '../mobile-money-gateway.ts';
import { timeoutsOf, type Timeouts } from '../timeouts.ts';
import { codeIn, CREATED, isOpeningRefused, isUnknownTransaction } from './codes.ts';
import { readNotification } from './notification.ts';
import { checkedTransaction } from './transaction.ts';

/** Configuration of the gateway to CinetPay. */
export interface CinetPayConfig {
  /** `https://api-checkout.cinetpay.com`, or a simulator. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly siteId: string;
  /** Secrets of the notifications; several while a secret is being replaced. */
  readonly notificationSecrets: readonly string[];
  /** The URL to which CinetPay sends notifications. The gateway sends this URL with every payment. */
  readonly notifyUrl: string;
  /** The page to which CinetPay redirects the payer after a payment. */
  readonly returnUrl: string;
  /** The description that the payer reads, without punctuation. Default: `Assurance automobile`. */
  readonly description?: string;
  readonly timeouts?: Timeouts;
  readonly breaker?: Partial<BreakerOptions>;
}

/** CinetPay offers no call that expires a transaction, so the payer can pay for as long as CinetPay allows. */
const CAPABILITIES: MobileMoneyCapabilities = {
  expire: false,
  debits: 'unreported',
  refund: false,
  payerLock: true,
  address: 'at opening',
  notifications: 'undated',
  search: true,
  amountStep: 5,
};

const PAYMENT = '/v2/payment';

/**
 * CinetPay's checkout as a mobile-money provider. A session's only id is our own reference. Throws if the key, the
 * site's id or a secret is malformed.
 */
export const cinetpayMobileMoney = (config: CinetPayConfig): MobileMoneyGateway => {
  const { apiKey, siteId, notifyUrl, returnUrl, description = 'Assurance automobile' } = config;
  requireKeys({ apiKey, siteId, notificationSecrets: config.notificationSecrets });
  const within = timeoutsOf(config.timeouts);
  const client = httpClient({ baseUrl: config.baseUrl, secrets: [apiKey] });
  const openings = breaker(config.breaker);
  const named = (reference: string) => ({ apikey: apiKey, site_id: siteId, transaction_id: reference });
  const check = (reference: string, milliseconds: number): Promise<HttpResult> =>
    client.send({ method: 'POST', path: `${PAYMENT}/check`, body: named(reference), within: milliseconds });

  return {
    provider: 'cinetpay',
    capabilities: CAPABILITIES,
    probesAddress: true,
    statement: null,
    accepting: openings.accepting,
    resume: openings.resume,
    close: client.close,

    open: async ({ reference, amount, payer }) => {
      const body = {
        ...named(reference),
        amount,
        currency: CURRENCY,
        description,
        notify_url: notifyUrl,
        return_url: returnUrl,
        channels: 'MOBILE_MONEY',
        lock_phone_number: true,
        customer_phone_number: payer,
        lang: 'fr',
      };
      const result = await openings.guard(() =>
        client.send({ method: 'POST', path: PAYMENT, body, within: within.open, fresh: true }),
      );
      const refusal = refusalOfOpening(result);
      if (refusal) return refusal;
      const created = successBodyOf(result);
      if (isOpeningRefused(created)) return refused('provider_error', providerResponse(result));
      const url =
        codeIn(created) === CREATED ? webAddress(textIn(fieldsOf(fieldsOf(created)['data']), 'payment_url')) : null;
      return url === null ? unknownOf(result) : done(opened(reference, amount, url), providerResponse(result));
    },

    read: async (sessionId) => {
      const result = await check(sessionId, within.others);
      const session = checkedTransaction(sessionId, successBodyOf(result));
      if (session) return done(session, providerResponse(result));
      return isNone(result) ? unknown({ code: 'session_not_known' }, providerResponse(result)) : unknownOf(result);
    },

    search: async (reference) => {
      const result = await check(reference, within.search);
      const session = checkedTransaction(reference, successBodyOf(result));
      if (session) return done([session], providerResponse(result));
      return isNone(result) ? done([], providerResponse(result)) : unknownOf(result);
    },

    expire: async () => refused('not_possible'),
    refund: async () => refused('not_supported'),
    verify: (notification) => readNotification(notification, { siteId, secrets: config.notificationSecrets }),
  };
};

const opened = (reference: string, amount: number, url: string): Session => ({
  id: reference,
  state: 'open',
  url,
  amount,
  currency: CURRENCY,
  created: null,
  expires: null,
  completed: null,
  lastFailure: null,
});

const isNone = (result: HttpResult): boolean =>
  result.got === 'response' && (result.status === 200 || result.status === 404) && isUnknownTransaction(result.body);

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
  type Answer,
  type BreakerOptions,
} from '@vehicle-insurance/http-client';
import { goodBodyOf, notDefinite, refusedOpening } from '../answers.ts';
import type { MobileMoneyGateway } from '../mobile-money-gateway.ts';
import { timeoutsOf, type Timeouts } from '../timeouts.ts';
import { codeIn, CREATED, saysNothingCreated, saysNoTransaction } from './codes.ts';
import { readNotification } from './notification.ts';
import { checkedTransaction } from './transaction.ts';

/** Configuration of the gateway to CinetPay. */
export interface CinetPayConfig {
  /** `https://api-checkout.cinetpay.com`, or a simulator. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly siteId: string;
  /** Secrets of the notifications; several while one replaces another. */
  readonly notificationSecrets: readonly string[];
  /** Where CinetPay sends its notifications; given with every payment. */
  readonly notifyUrl: string;
  /** Where CinetPay sends the payer afterwards. */
  readonly returnUrl: string;
  /** What the payer reads, without punctuation. Default: `Assurance automobile`. */
  readonly description?: string;
  readonly timeouts?: Timeouts;
  readonly breaker?: Partial<BreakerOptions>;
}

/**
 * Sessions cannot be expired: a payment can be made at its address as long as CinetPay allows it. Nothing can be
 * refunded.
 */
const CAPABILITIES: MobileMoneyCapabilities = {
  expire: false,
  debits: 'unreported',
  refund: false,
  payerLock: true,
  address: 'at opening',
  notifications: 'undated',
  amountStep: 5,
};

const PAYMENT = '/v2/payment';

/**
 * CinetPay's checkout as a provider of mobile money. A session's only id is our own reference. Throws
 * if a key or secret has a character that none can have.
 */
export const cinetpayMobileMoney = (config: CinetPayConfig): MobileMoneyGateway => {
  const { apiKey, siteId, notifyUrl, returnUrl, description = 'Assurance automobile' } = config;
  requireKeys({ apiKey, siteId, notificationSecrets: config.notificationSecrets });
  const within = timeoutsOf(config.timeouts);
  const client = httpClient({ baseUrl: config.baseUrl, secrets: [apiKey] });
  const openings = breaker(config.breaker);
  const named = (reference: string) => ({ apikey: apiKey, site_id: siteId, transaction_id: reference });
  const check = (reference: string, milliseconds: number): Promise<Answer> =>
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
      const answer = await openings.guard(() =>
        client.send({ method: 'POST', path: PAYMENT, body, within: within.open, fresh: true }),
      );
      const refusal = refusedOpening(answer);
      if (refusal) return refusal;
      const created = goodBodyOf(answer);
      if (saysNothingCreated(created)) return refused('provider_error', providerResponse(answer));
      const url =
        codeIn(created) === CREATED ? webAddress(textIn(fieldsOf(fieldsOf(created)['data']), 'payment_url')) : null;
      return url === null ? notDefinite(answer) : done(opened(reference, amount, url), providerResponse(answer));
    },

    read: async (sessionId) => {
      const answer = await check(sessionId, within.others);
      const session = checkedTransaction(sessionId, goodBodyOf(answer));
      if (session) return done(session, providerResponse(answer));
      return isNone(answer) ? unknown({ code: 'session_not_known' }, providerResponse(answer)) : notDefinite(answer);
    },

    search: async (reference) => {
      const answer = await check(reference, within.search);
      const session = checkedTransaction(reference, goodBodyOf(answer));
      if (session) return done([session], providerResponse(answer));
      return isNone(answer) ? done([], providerResponse(answer)) : notDefinite(answer);
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

/** A definite answer that there is no such transaction: with status 200, or as 404. */
const isNone = (answer: Answer): boolean =>
  answer.got === 'answer' && (answer.status === 200 || answer.status === 404) && saysNoTransaction(answer.body);

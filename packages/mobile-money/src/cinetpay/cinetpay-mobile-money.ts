import {
  CURRENCY,
  done,
  refused,
  SESSION_NOT_KNOWN,
  unknown,
  type MobileMoneyCapabilities,
  type Session,
} from '@vehicle-insurance/core';
import { goodBodyOf, notDefinite, refusedOpening } from '../http/answers.ts';
import { evidenceOf } from '../http/evidence.ts';
import { addressIn, fieldsOf } from '../http/fields.ts';
import { jsonClient, type Answer } from '../http/json-client.ts';
import { openingBreaker, type BreakerOptions } from '../http/opening-breaker.ts';
import { timeoutsOf, type Timeouts } from '../http/timeouts.ts';
import type { MobileMoneyGateway } from '../mobile-money-gateway.ts';
import { codeIn, CREATED, saysNothingCreated, saysNoTransaction } from './codes.ts';
import { readNotice } from './notice.ts';
import { checkedTransaction } from './transaction.ts';

/** What the gateway to CinetPay needs to know. */
export interface CinetPayConfig {
  /** `https://api-checkout.cinetpay.com`, or a simulator. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly siteId: string;
  /** Secrets of the notifications; several while one replaces another. */
  readonly notificationSecrets: readonly string[];
  /** Where CinetPay sends its notifications: it is told with every payment. */
  readonly notifyUrl: string;
  /** Where CinetPay sends the payer afterwards. */
  readonly returnUrl: string;
  /** What the payer reads, without punctuation: `Assurance automobile` unless given. */
  readonly description?: string;
  readonly timeouts?: Timeouts;
  readonly breaker?: Partial<BreakerOptions>;
}

/** It takes money, and that is all: who has the address can pay as long as CinetPay lets them, and nothing goes back. */
const CAPABILITIES: MobileMoneyCapabilities = {
  expire: false,
  debits: 'untold',
  refund: false,
  payerLock: true,
  address: 'at opening',
  notices: 'undated',
  amountStep: 5,
};

const PAYMENT = '/v2/payment';

/** CinetPay's checkout as a provider of mobile money. A session is named by our own reference; it has no other name. */
export const cinetpayMobileMoney = (config: CinetPayConfig): MobileMoneyGateway => {
  const { apiKey, siteId, notifyUrl, returnUrl, description = 'Assurance automobile' } = config;
  const within = timeoutsOf(config.timeouts);
  const client = jsonClient({ baseUrl: config.baseUrl, headers: () => ({}), key: apiKey });
  const breaker = openingBreaker(config.breaker);
  const named = (reference: string) => ({ apikey: apiKey, site_id: siteId, transaction_id: reference });
  const check = (reference: string, milliseconds: number): Promise<Answer> =>
    client.send({ method: 'POST', path: `${PAYMENT}/check`, body: named(reference), within: milliseconds });

  return {
    provider: 'cinetpay',
    capabilities: CAPABILITIES,
    probesAddress: true,
    accepting: breaker.accepting,
    resume: breaker.resume,
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
      const answer = await breaker.guard(() =>
        client.send({ method: 'POST', path: PAYMENT, body, within: within.open, fresh: true }),
      );
      const refusal = refusedOpening(answer);
      if (refusal) return refusal;
      const created = goodBodyOf(answer);
      if (saysNothingCreated(created)) return refused('provider_error', evidenceOf(answer));
      const url = codeIn(created) === CREATED ? addressIn(fieldsOf(fieldsOf(created)['data']), 'payment_url') : null;
      return url === null ? notDefinite(answer) : done(opened(reference, amount, url), evidenceOf(answer));
    },

    read: async (sessionId) => {
      const answer = await check(sessionId, within.others);
      const session = checkedTransaction(sessionId, goodBodyOf(answer));
      if (session) return done(session, evidenceOf(answer));
      return isNone(answer) ? unknown(SESSION_NOT_KNOWN, evidenceOf(answer)) : notDefinite(answer);
    },

    search: async (reference) => {
      const answer = await check(reference, within.search);
      const session = checkedTransaction(reference, goodBodyOf(answer));
      if (session) return done([session], evidenceOf(answer));
      return isNone(answer) ? done([], evidenceOf(answer)) : notDefinite(answer);
    },

    expire: async () => refused('not_possible'),
    refund: async () => refused('not_supported'),
    verify: (notice) => readNotice(notice, { siteId, secrets: config.notificationSecrets }),
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

/** A definite answer that there is no such transaction; with a good status, or as a resource that is not found. */
const isNone = (answer: Answer): boolean =>
  answer.got === 'answer' && (answer.status === 200 || answer.status === 404) && saysNoTransaction(answer.body);

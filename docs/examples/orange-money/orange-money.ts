import {
  CURRENCY,
  done,
  Err,
  refused,
  requireKeys,
  unknown,
  type FailureReason,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type Outcome,
  type Session,
  type SessionState,
} from '@vehicle-insurance/core';
import {
  breaker,
  fieldsOf,
  httpClient,
  problemOf,
  providerResponse,
  textIn,
  throttlingOf,
  webAddress,
  type HttpResult,
  type JsonRequest,
} from '@vehicle-insurance/http-client';

/** An account at Orange Money Web Payment. */
export interface OrangeMoneyConfig {
  /** `https://api.orange.com`. */
  readonly baseUrl: string;
  /** `ci` in Côte d'Ivoire, `dev` in Orange's sandbox. */
  readonly country: string;
  /** Orange's code for the francs that we charge: `XOF`, or `OUV` in Orange's sandbox. */
  readonly currency: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantKey: string;
  /** The pages to which Orange sends the payer after the payment, or after leaving it. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Orange requires this address. Its notifications are not used (`notifications` below). */
  readonly notifyUrl: string;
  /** The name that the payer reads. */
  readonly shop: string;
  /** For how long a page can be paid. Ask Orange, and round up: after this time, a lost payment counts as unpaid. */
  readonly pageMinutes: number;
  readonly timeouts?: Partial<typeof TIMEOUTS>;
}

/** Milliseconds for each response. An opening includes the request for a token. */
const TIMEOUTS = { token: 5_000, open: 10_000, read: 9_000 };

const capabilitiesOf = (lifeMinutes: number): MobileMoneyCapabilities => ({
  expire: false,
  debits: 'unreported',
  refund: false,
  payerLock: false,
  address: 'at opening',
  // A notification names its payment only by a token from the opening's answer, which the service does not store. The
  // check every two minutes finds the money.
  notifications: 'none',
  // The status of a payment requires its `pay_token`, which is only in the opening's answer.
  search: { lifeMinutes },
  amountStep: 1,
});

/** HTTP statuses after which certainly nothing was opened. */
const REFUSALS = [400, 401, 403, 404, 422, 429];

/** A token is renewed this number of seconds before it expires. */
const RENEWAL = 60;

/** Orange Money's payment page as a mobile-money provider. */
export const orangeMoney = (config: OrangeMoneyConfig): MobileMoney & { close(): Promise<void> } => {
  const { clientId, clientSecret, merchantKey, country, currency } = config;
  requireKeys({ clientId, clientSecret, merchantKey });
  const within = { ...TIMEOUTS, ...config.timeouts };
  const client = httpClient({ baseUrl: config.baseUrl, secrets: [clientSecret, merchantKey] });
  const openings = breaker();
  let token: { readonly text: string; readonly until: number } | undefined;

  /** A token for the next calls, or the result of the failed request for one. */
  const tokenNow = async (): Promise<string | HttpResult> => {
    if (token && performance.now() < token.until) return token.text;
    const result = await client.send({
      ...{ method: 'POST', path: '/oauth/v3/token', within: within.token },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    });
    const fields = fieldsOf(bodyOf(result));
    const text = textIn(fields, 'access_token');
    if (text === null) return result;
    token = { text, until: performance.now() + (Number(fields['expires_in']) - RENEWAL) * 1_000 };
    return text;
  };
  /** Calls Orange. `isSent` is false if there was no token, so that Orange received nothing. */
  const call = async (request: JsonRequest): Promise<{ readonly isSent: boolean; readonly result: HttpResult }> => {
    const text = await tokenNow();
    if (typeof text !== 'string') return { isSent: false, result: text };
    const path = `/orange-money-webpay/${country}/v1${request.path}`;
    const result = await client.send({ ...request, path, headers: { authorization: `Bearer ${text}` } });
    if (result.got === 'response' && result.status === 401) token = undefined;
    return { isSent: true, result };
  };

  return {
    provider: 'orange_money',
    capabilities: capabilitiesOf(config.pageMinutes),
    accepting: openings.accepting,
    close: client.close,

    open: async ({ reference, amount }) => {
      const orderId = orderIdOf(reference);
      let isSent = false;
      const result = await openings.guard(async () => {
        const answer = await call({
          ...{ method: 'POST', path: '/webpayment', within: within.open, fresh: true },
          body: {
            ...{ merchant_key: merchantKey, currency, order_id: orderId, amount, lang: 'fr', reference: config.shop },
            ...{ return_url: config.returnUrl, cancel_url: config.cancelUrl, notif_url: config.notifyUrl },
          },
        });
        ({ isSent } = answer);
        return answer.result;
      });
      const refusal = isSent ? refusalOf(result) : 'provider_unavailable';
      if (refusal) return refused(refusal, providerResponse(result));
      const body = fieldsOf(bodyOf(result));
      const [url, payToken] = [webAddress(textIn(body, 'payment_url')), textIn(body, 'pay_token')];
      if (Number(body['status']) !== 201 || url === null || payToken === null) return unclear(result);
      const id = `${orderId}.${amount}.${payToken}`;
      return done({ ...sessionOf(id, amount, 'open'), url }, providerResponse(result));
    },

    read: async (sessionId) => {
      const [, orderId, amount = '', payToken] = SESSION_ID.exec(sessionId) ?? [];
      if (orderId === undefined) return unknown({ code: 'session_not_known' });
      const { result } = await call({
        ...{ method: 'POST', path: '/transactionstatus', within: within.read },
        body: { order_id: orderId, amount: Number(amount), pay_token: payToken },
      });
      const body = fieldsOf(bodyOf(result));
      const state = STATES[textIn(body, 'status') ?? ''];
      if (state === undefined || textIn(body, 'order_id') !== orderId) return unclear(result);
      const lastFailure = textIn(body, 'status') === 'FAILED' ? 'declined' : null;
      return done({ ...sessionOf(sessionId, Number(amount), state), lastFailure }, providerResponse(result));
    },

    search: async () => refused('not_possible'),
    expire: async () => refused('not_possible'),
    refund: async () => refused('not_supported'),
    verify: () => Err({ code: 'notification_refused' }),
  };
};

/**
 * Orange does not document whether a payer can try again after FAILED, or whether a debit can be in progress after
 * EXPIRED. So neither status counts as final.
 */
const STATES: Readonly<Record<string, SessionState>> = {
  INITIATED: 'open',
  PENDING: 'open',
  FAILED: 'open',
  EXPIRED: 'expired_unsettled',
  SUCCESS: 'paid',
};

/** Our reference, a UUID, in the 25 letters and digits that fit into Orange's `order_id` of at most 30. */
const orderIdOf = (reference: string): string => BigInt(`0x${reference.replaceAll('-', '')}`).toString(36);

/** The three parameters of the status call. */
const SESSION_ID = /^([a-z\d]+)\.(\d+)\.(.+)$/;

const bodyOf = (result: HttpResult): unknown => (result.got === 'response' ? result.body : undefined);

/** Orange charges exactly the amount of the order, so its status contains no amount. */
const sessionOf = (id: string, amount: number, state: SessionState): Session => ({
  ...{ id, state, url: null, amount, currency: CURRENCY },
  ...{ created: null, expires: null, completed: null, lastFailure: null },
});

const refusalOf = (result: HttpResult): FailureReason | undefined => {
  if (result.got === 'no connection' || result.got === 'not sent') return 'provider_unavailable';
  return result.got === 'response' && REFUSALS.includes(result.status) ? 'provider_error' : undefined;
};

/** A result that proves neither success nor failure. */
const unclear = (result: HttpResult): Outcome<never> => {
  const isSuccess = result.got === 'response' && result.status >= 200 && result.status < 300;
  const why = isSuccess
    ? ({ code: 'unreadable_answer', of: 'provider', status: result.status } as const)
    : problemOf('provider', result);
  return unknown(why, providerResponse(result), throttlingOf(result));
};

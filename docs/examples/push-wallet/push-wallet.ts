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
} from '@vehicle-insurance/core';
import {
  breaker,
  fieldsOf,
  httpClient,
  problemOf,
  providerResponse,
  textIn,
  throttlingOf,
  type HttpResult,
  type JsonRequest,
} from '@vehicle-insurance/http-client';

/** An account at MTN MoMo Collection. */
export interface PushWalletConfig {
  /** `https://proxy.momoapi.mtn.com`, or `https://sandbox.momodeveloper.mtn.com`. */
  readonly baseUrl: string;
  /** MTN's name of the country's system, such as `mtnivorycoast`, or `sandbox`. */
  readonly environment: string;
  /** MTN's code for the francs that we charge: `XOF`, or `EUR` in MTN's sandbox. */
  readonly currency: string;
  readonly apiUser: string;
  readonly apiKey: string;
  readonly subscriptionKey: string;
  /** The text of the prompt. */
  readonly message: string;
  readonly timeouts?: Partial<typeof TIMEOUTS>;
}

/** Milliseconds for each response. A request for a token may precede each call, and a search must end in five seconds. */
const TIMEOUTS = { token: 2_000, open: 12_000, search: 2_500, read: 10_000 };

/** The payer confirms a prompt on the phone, so there is no page. MTN's refunds belong to another product. */
const CAPABILITIES: MobileMoneyCapabilities = {
  expire: false,
  debits: 'unreported',
  refund: false,
  // Only the phone with the prompt can confirm.
  payerLock: true,
  address: 'none',
  // MTN does not sign its callbacks.
  notifications: 'none',
  // The id of a request is our own reference.
  search: true,
  amountStep: 1,
};

/**
 * HTTP statuses after which certainly no request was created. 409 is not among them: MTN already has a request with
 * this id.
 */
const REFUSALS = [400, 401, 403, 404, 422, 429];

/** A token is renewed this number of seconds before it expires. */
const RENEWAL = 60;

const REQUESTS = '/collection/v1_0/requesttopay';

/** MTN MoMo as a mobile-money provider that prompts the payer's phone. */
export const pushWallet = (config: PushWalletConfig): MobileMoney & { close(): Promise<void> } => {
  const { apiUser, apiKey, subscriptionKey, currency, message } = config;
  requireKeys({ apiUser, apiKey, subscriptionKey });
  const within = { ...TIMEOUTS, ...config.timeouts };
  const headers = { 'ocp-apim-subscription-key': subscriptionKey, 'x-target-environment': config.environment };
  const client = httpClient({ baseUrl: config.baseUrl, headers: () => headers, secrets: [apiKey, subscriptionKey] });
  const openings = breaker();
  let token: { readonly text: string; readonly until: number } | undefined;

  /** A token for the next calls, or the result of the failed request for one. */
  const tokenNow = async (): Promise<string | HttpResult> => {
    if (token && performance.now() < token.until) return token.text;
    const result = await client.send({
      ...{ method: 'POST', path: '/collection/token/', within: within.token },
      headers: { authorization: `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}` },
    });
    const fields = fieldsOf(bodyOf(result));
    const text = textIn(fields, 'access_token');
    if (text === null) return result;
    token = { text, until: performance.now() + (Number(fields['expires_in']) - RENEWAL) * 1_000 };
    return text;
  };
  /** Calls MTN. `isSent` is false if there was no token, so that MTN received nothing. */
  const call = async (request: JsonRequest): Promise<{ readonly isSent: boolean; readonly result: HttpResult }> => {
    const text = await tokenNow();
    if (typeof text !== 'string') return { isSent: false, result: text };
    const result = await client.send({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${text}` },
    });
    if (result.got === 'response' && result.status === 401) token = undefined;
    return { isSent: true, result };
  };
  const look = async (id: string, milliseconds: number) => {
    const path = `${REQUESTS}/${encodeURIComponent(id)}`;
    const { isSent, result } = await call({ method: 'GET', path, within: milliseconds });
    const isNone = isSent && result.got === 'response' && result.status === 404;
    return { isNone, result, session: sessionIn(bodyOf(result), id, currency) };
  };

  return {
    provider: 'push_wallet',
    capabilities: CAPABILITIES,
    accepting: openings.accepting,
    close: client.close,

    open: async ({ reference, amount, payer }) => {
      let isSent = false;
      const result = await openings.guard(async () => {
        const answer = await call({
          ...{ method: 'POST', path: REQUESTS, within: within.open, fresh: true },
          headers: { 'x-reference-id': reference },
          body: {
            ...{ amount: String(amount), currency, externalId: reference, payerMessage: message, payeeNote: message },
            payer: { partyIdType: 'MSISDN', partyId: payer.replace('+', '') },
          },
        });
        ({ isSent } = answer);
        return answer.result;
      });
      const refusal = isSent ? refusalOf(result) : 'provider_unavailable';
      if (refusal) return refused(refusal, providerResponse(result));
      const isTaken = result.got === 'response' && result.status === 202;
      return isTaken ? done(pending(reference, amount), providerResponse(result)) : unclear(result);
    },

    read: async (sessionId) => {
      const { isNone, result, session } = await look(sessionId, within.read);
      if (session) return done(session, providerResponse(result));
      return isNone ? unknown({ code: 'session_not_known' }, providerResponse(result)) : unclear(result);
    },

    search: async (reference) => {
      const { isNone, result, session } = await look(reference, within.search);
      if (session) return done([session], providerResponse(result));
      return isNone ? done([], providerResponse(result)) : unclear(result);
    },

    expire: async () => refused('not_possible'),
    refund: async () => refused('not_supported'),
    verify: () => Err({ code: 'notification_refused' }),
  };
};

const pending = (id: string, amount: number): Session => ({
  ...{ id, state: 'open', url: null, amount, currency: CURRENCY },
  ...{ created: null, expires: null, completed: null, lastFailure: null },
});

/** MTN's names of reasons; any other means that the payer or MTN declined. */
const FAILURES: Readonly<Record<string, FailureReason>> = {
  NOT_ENOUGH_FUNDS: 'insufficient_funds',
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: 'insufficient_funds',
  PAYER_LIMIT_REACHED: 'limit_exceeded',
  EXPIRED: 'expired',
};

/** A request as MTN returns it; undefined if it is unreadable. FAILED is final: the prompt has only one attempt. */
const sessionIn = (body: unknown, id: string, currency: string): Session | undefined => {
  const fields = fieldsOf(body);
  const amount = Number(textIn(fields, 'amount') ?? NaN);
  const paidIn = textIn(fields, 'currency');
  if (!Number.isSafeInteger(amount) || paidIn === null) return undefined;
  const session = { ...pending(id, amount), currency: paidIn === currency ? CURRENCY : paidIn };
  switch (textIn(fields, 'status')) {
    case 'PENDING':
      return session;
    case 'SUCCESSFUL':
      return { ...session, state: 'paid' };
    case 'FAILED': {
      // A text or, in older versions, an object with a code.
      const reason = textIn(fields, 'reason') ?? textIn(fieldsOf(fields['reason']), 'code') ?? '';
      return { ...session, state: 'expired', lastFailure: FAILURES[reason] ?? 'declined' };
    }
    default:
      return undefined;
  }
};

const bodyOf = (result: HttpResult): unknown => (result.got === 'response' ? result.body : undefined);

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

import {
  done,
  refused,
  CURRENCY,
  requireKeys,
  type MobileMoneyCapabilities,
  type Session,
} from '@vehicle-insurance/core';
import {
  breaker,
  fieldsOf,
  httpClient,
  providerResponse,
  textIn,
  type HttpResult,
  type BreakerOptions,
} from '@vehicle-insurance/http-client';
import { successBodyOf, isOk, unknownOf, refusalOfOpening } from '../results.ts';
import type { MobileMoneyGateway } from '../mobile-money-gateway.ts';
import { timeoutsOf, type Timeouts } from '../timeouts.ts';
import { readNotification, type NotificationAuth } from './notification.ts';
import { waveSession, type ReadingOptions, type WaveSession } from './session.ts';
import { signature } from './signature.ts';
import { waveStatement } from './statement.ts';

/** Configuration of the gateway to Wave. */
export interface WaveConfig {
  /** `https://api.wave.com`, or a simulator. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Secrets of the notifications; several while a secret is being replaced. */
  readonly notificationSecrets: readonly string[];
  /**
   * The merchant's choice at Wave: notifications are signed with the secret, or contain the secret as `Authorization:
   * Bearer`. Default: `signature`.
   */
  readonly notificationAuth?: NotificationAuth;
  /** The pages to which Wave redirects the payer. Wave requires both, as https. */
  readonly returnUrls: { readonly success: string; readonly error: string };
  /** The secret with which the gateway signs requests, if the API key requires signatures. */
  readonly requestSecret?: string | undefined;
  readonly timeouts?: Timeouts;
  readonly breaker?: Partial<BreakerOptions>;
  /** Whether this account's sessions may be `processing` before the payer has done anything. Default: true. */
  readonly idleSaysProcessing?: boolean;
}

/** A debit in progress is recognisable only if `processing` has no other meaning. */
const capabilitiesOf = ({ idleSaysProcessing }: ReadingOptions, auth: NotificationAuth): MobileMoneyCapabilities => ({
  expire: true,
  debits: idleSaysProcessing ? 'unreported' : 'reported',
  refund: true,
  payerLock: true,
  address: 'always',
  notifications: auth === 'secret' ? 'secret' : 'dated',
  search: true,
  amountStep: 1,
});

const SESSIONS = '/v1/checkout/sessions';

/** Wave's checkout as a mobile-money provider. Throws if a key or secret is malformed. */
export const waveMobileMoney = (config: WaveConfig): MobileMoneyGateway => {
  const { returnUrls, notificationSecrets: secrets, notificationAuth: auth = 'signature' } = config;
  const { idleSaysProcessing = true } = config;
  requireKeys({ apiKey: config.apiKey, requestSecret: config.requestSecret, notificationSecrets: secrets });
  const within = timeoutsOf(config.timeouts);
  const client = httpClient({ baseUrl: config.baseUrl, headers: headersFor(config), secrets: [config.apiKey] });
  const openings = breaker(config.breaker);
  const sessionIn = (shown: unknown): WaveSession | undefined => waveSession(shown, { idleSaysProcessing });
  const get = (path: string, milliseconds = within.others): Promise<HttpResult> =>
    client.send({ method: 'GET', path, within: milliseconds });
  const act = (sessionId: string, action: string): Promise<HttpResult> =>
    client.send({ method: 'POST', path: `${pathOf(sessionId)}/${action}`, within: within.others });

  return {
    provider: 'wave',
    statement: waveStatement({
      get: (path, limit) => client.send({ method: 'GET', path, within: within.others, limit }),
      retryAfter: within.statementRetry,
    }),
    capabilities: capabilitiesOf({ idleSaysProcessing }, auth),
    probesAddress: false,
    accepting: openings.accepting,
    resume: openings.resume,
    close: client.close,

    open: async ({ reference, amount, payer }) => {
      const body = {
        amount: String(amount),
        currency: CURRENCY,
        success_url: returnUrls.success,
        error_url: returnUrls.error,
        client_reference: reference,
        restrict_payer_mobile: payer,
      };
      const result = await openings.guard(() =>
        client.send({ method: 'POST', path: SESSIONS, body, within: within.open, fresh: true }),
      );
      const refusal = refusalOfOpening(result);
      if (refusal) return refusal;
      const session = sessionIn(successBodyOf(result));
      const isOurs = session?.reference === reference && session.url !== null;
      return session && isOurs ? done(withoutReference(session), providerResponse(result)) : unknownOf(result);
    },

    read: async (sessionId) => {
      const result = await get(pathOf(sessionId));
      const session = sessionIn(successBodyOf(result));
      return session?.id === sessionId ? done(withoutReference(session), providerResponse(result)) : unknownOf(result);
    },

    search: async (reference) => {
      const result = await get(`${SESSIONS}/search?client_reference=${encodeURIComponent(reference)}`, within.search);
      const listed = fieldsOf(successBodyOf(result))['result'];
      if (!Array.isArray(listed)) return unknownOf(result);
      const sessions = listed.flatMap((shown) => sessionIn(shown) ?? []);
      // A session that is unreadable or has no reference may be the paid session.
      const haveReferences = sessions.every((session) => session.reference !== null);
      if (sessions.length < listed.length || !haveReferences) return unknownOf(result);
      return done(
        sessions.filter((session) => session.reference === reference).map(withoutReference),
        providerResponse(result),
      );
    },

    expire: async (sessionId) => {
      const result = await act(sessionId, 'expire');
      if (isOk(result)) return done(undefined, providerResponse(result));
      return result.got === 'response' && result.status === 409
        ? refused('not_possible', providerResponse(result))
        : unknownOf(result);
    },

    refund: async (sessionId) => {
      const result = await act(sessionId, 'refund');
      if (isRefundRefused(result)) return refused('refused', providerResponse(result));
      return isRefundMade(result) ? done(undefined, providerResponse(result)) : unknownOf(result);
    },

    verify: (notification, now) => readNotification(notification, { auth, secrets }, now),
  };
};

const headersFor =
  ({ apiKey, requestSecret }: WaveConfig) =>
  (rawBody: string): Readonly<Record<string, string>> => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    return {
      authorization: `Bearer ${apiKey}`,
      ...(requestSecret !== undefined && {
        'wave-signature': `t=${timestamp},v1=${signature(requestSecret, timestamp, Buffer.from(rawBody))}`,
      }),
    };
  };

const pathOf = (sessionId: string): string => `${SESSIONS}/${encodeURIComponent(sessionId)}`;

/**
 * Whether Wave permanently refuses a refund. Sources disagree on the HTTP status of this refusal, so only the code
 * decides. Other refusals do not prove that no refund was made, because an earlier request may have made it.
 */
const isRefundRefused = (result: HttpResult): boolean =>
  result.got === 'response' && textIn(fieldsOf(result.body), 'code') === 'checkout-refund-failed';

/**
 * Whether Wave made the refund. The response to a completed refund has an empty body. A proxy's error page, or the
 * acceptance of a request that Wave has not processed yet, is not a refund.
 */
const isRefundMade = (result: HttpResult): boolean =>
  result.got === 'response' && result.status === 200 && result.isEmpty;

const withoutReference = ({ reference: _, ...session }: WaveSession): Session => session;

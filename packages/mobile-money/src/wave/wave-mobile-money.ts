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
  type Answer,
  type BreakerOptions,
} from '@vehicle-insurance/http-client';
import { goodBodyOf, isOk, notDefinite, refusedOpening } from '../answers.ts';
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
  /** Secrets of the notifications; several while one replaces another. */
  readonly notificationSecrets: readonly string[];
  /**
   * What the merchant has chosen at Wave: notifications signed with the secret, or the secret itself sent with them as
   * `Authorization: Bearer`. Default: `signature`.
   */
  readonly notificationAuth?: NotificationAuth;
  /** Where Wave sends the payer afterwards. Wave requires both, as https. */
  readonly returnUrls: { readonly success: string; readonly error: string };
  /** Signs the requests as well, where the key requires it. */
  readonly requestSecret?: string | undefined;
  readonly timeouts?: Timeouts;
  readonly breaker?: Partial<BreakerOptions>;
  /** Whether this account's sessions may say `processing` before their payer has done anything. Default: true. */
  readonly idleSaysProcessing?: boolean;
}

/** All capabilities. Debits under way can be recognised only where `processing` means nothing else. */
const capabilitiesOf = ({ idleSaysProcessing }: ReadingOptions, auth: NotificationAuth): MobileMoneyCapabilities => ({
  expire: true,
  debits: idleSaysProcessing ? 'unreported' : 'reported',
  refund: true,
  payerLock: true,
  address: 'always',
  notifications: auth === 'secret' ? 'secret' : 'dated',
  amountStep: 1,
});

const SESSIONS = '/v1/checkout/sessions';

/** Wave's checkout as a provider of mobile money. Throws if a key or secret has a character that none can have. */
export const waveMobileMoney = (config: WaveConfig): MobileMoneyGateway => {
  const { returnUrls, notificationSecrets: secrets, notificationAuth: auth = 'signature' } = config;
  const { idleSaysProcessing = true } = config;
  requireKeys({ apiKey: config.apiKey, requestSecret: config.requestSecret, notificationSecrets: secrets });
  const within = timeoutsOf(config.timeouts);
  const client = httpClient({ baseUrl: config.baseUrl, headers: headersFor(config), secrets: [config.apiKey] });
  const openings = breaker(config.breaker);
  const sessionIn = (shown: unknown): WaveSession | undefined => waveSession(shown, { idleSaysProcessing });
  const get = (path: string, milliseconds = within.others): Promise<Answer> =>
    client.send({ method: 'GET', path, within: milliseconds });
  const act = (sessionId: string, action: string): Promise<Answer> =>
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
      const answer = await openings.guard(() =>
        client.send({ method: 'POST', path: SESSIONS, body, within: within.open, fresh: true }),
      );
      const refusal = refusedOpening(answer);
      if (refusal) return refusal;
      const session = sessionIn(goodBodyOf(answer));
      const isOurs = session?.reference === reference && session.url !== null;
      return session && isOurs ? done(told(session), providerResponse(answer)) : notDefinite(answer);
    },

    read: async (sessionId) => {
      const answer = await get(pathOf(sessionId));
      const session = sessionIn(goodBodyOf(answer));
      return session?.id === sessionId ? done(told(session), providerResponse(answer)) : notDefinite(answer);
    },

    search: async (reference) => {
      const answer = await get(`${SESSIONS}/search?client_reference=${encodeURIComponent(reference)}`, within.search);
      const listed = fieldsOf(goodBodyOf(answer))['result'];
      if (!Array.isArray(listed)) return notDefinite(answer);
      const sessions = listed.flatMap((shown) => sessionIn(shown) ?? []);
      // A session that cannot be understood, or says of no reference that it is its own, may be the one that was paid.
      const areTold = sessions.every((session) => session.reference !== null);
      if (sessions.length < listed.length || !areTold) return notDefinite(answer);
      return done(sessions.filter((session) => session.reference === reference).map(told), providerResponse(answer));
    },

    expire: async (sessionId) => {
      const answer = await act(sessionId, 'expire');
      if (isOk(answer)) return done(undefined, providerResponse(answer));
      return answer.got === 'answer' && answer.status === 409
        ? refused('not_possible', providerResponse(answer))
        : notDefinite(answer);
    },

    refund: async (sessionId) => {
      const answer = await act(sessionId, 'refund');
      if (isRefundRefused(answer)) return refused('refused', providerResponse(answer));
      return isRefundMade(answer) ? done(undefined, providerResponse(answer)) : notDefinite(answer);
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
 * Sources disagree on the HTTP status of this refusal, so its code decides, and no status does: a refusal of the
 * request's form, or because another is under way, proves nothing about the refund that an earlier one may have made.
 */
const isRefundRefused = (answer: Answer): boolean =>
  answer.got === 'answer' && textIn(fieldsOf(answer.body), 'code') === 'checkout-refund-failed';

/**
 * Wave answers a refund it has made with an empty body. The error page of a proxy, or the acceptance of a request that
 * is still to be processed, is no refund.
 */
const isRefundMade = (answer: Answer): boolean => answer.got === 'answer' && answer.status === 200 && answer.isEmpty;

const told = ({ reference: _, ...session }: WaveSession): Session => session;

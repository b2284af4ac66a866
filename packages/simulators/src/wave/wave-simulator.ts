import type { NotificationTarget } from '../mobile-money/notifications.ts';
import { BUSINESS_NAME, startProvider } from '../mobile-money/provider.ts';
import type { Simulator, SimulatorOptions } from '../shared/simulator.ts';
import { addApiRoutes } from './api-routes.ts';
import { notificationOf, secretHeaders, waveHeaders } from './notification.ts';
import { endSession, endOf, completeSession, startDebit, failAttempt, type Session } from './session.ts';
import { checkoutOf, payerAnswer, sessionView } from './session-view.ts';
import { waveError } from './wave-error.ts';

/** Options of the Wave simulator. */
export interface WaveOptions extends SimulatorOptions {
  /** The merchant's key, sent as `Authorization: Bearer`. */
  readonly apiKey: string;
  /** The receiver of notifications, and the secret: see `notificationAuth`. If absent, no notifications are sent. */
  readonly notifications?: NotificationTarget | undefined;
  /** Whether the secret signs notifications or is sent with them. Default: `signature`. */
  readonly notificationAuth?: 'signature' | 'secret';
  /** The merchant's name, shown to the payer. */
  readonly businessName?: string;
  /** Rows per page of the statement. Default: 1 000, as at Wave. */
  readonly statementPageSize?: number;
}

const WAVE = { name: 'Wave', protocol: 'Wave Checkout', sessionsFile: 'sessions' };

/**
 * Starts a stateful Wave: the merchant's checkout API, signed notifications, and the payer's page. The payer's number
 * selects the behaviour. Resolves when the simulator accepts requests. If the port is in use, rejects with the system's
 * error.
 */
export const waveSimulator = (options: WaveOptions): Promise<Simulator> => {
  const { apiKey, businessName = BUSINESS_NAME, statementPageSize = 1_000, notifications: sender } = options;
  return startProvider<Session>(options, WAVE, (url) => ({
    keyOf: ({ id }) => id,
    checkoutOf,
    startDebit,
    complete: completeSession,
    failAttempt,
    endOf,
    end: endSession,
    notificationOf: (session) => notificationOf(session, url),
    sign: options.notificationAuth === 'secret' ? secretHeaders : waveHeaders,
    sender,
    sandboxView: (session) => ({
      ...sessionView(session, url),
      states: session.states,
      refunds: session.refunds,
    }),
    payerAnswer,
    complaint: (status, message) => waveError(CODES[status] ?? 'internal-server-error', message),
    addRoutes: (api) => addApiRoutes(api, { apiKey, businessName, statementPageSize }),
  }));
};

const CODES: Readonly<Record<number, string>> = {
  400: 'request-validation-error',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'request-validation-error',
};

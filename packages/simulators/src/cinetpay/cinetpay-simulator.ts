import { BUSINESS_NAME, startProvider } from '../mobile-money/provider.ts';
import type { Simulator, SimulatorOptions } from '../shared/simulator.ts';
import { addApiRoutes } from './api-routes.ts';
import { cinetpayHeaders, notificationOf } from './notification.ts';
import { RESULTS } from './result.ts';
import { checkoutOf, checkView, sandboxView } from './transaction-view.ts';
import {
  completeTransaction,
  endTransaction,
  endOf,
  startDebit,
  failAttempt,
  type Transaction,
} from './transaction.ts';

/** Options of the CinetPay simulator. */
export interface CinetPayOptions extends SimulatorOptions {
  /** The merchant's key and site, sent with every request. */
  readonly apiKey: string;
  readonly siteId: string;
  /** Signs the notifications, which are sent to the URL in each payment request. If absent, none are sent. */
  readonly notificationSecret?: string | undefined;
  /** The merchant's name, shown to the payer. */
  readonly businessName?: string;
}

const CINETPAY = { name: 'CinetPay', protocol: 'CinetPay Checkout v2', sessionsFile: 'transactions' };

/**
 * Starts a stateful CinetPay: the merchant's checkout API, notifications, and the payer's page. The payer's number
 * selects the behaviour. Resolves when the simulator accepts requests. If the port is in use, rejects with the system's
 * error.
 */
export const cinetpaySimulator = (options: CinetPayOptions): Promise<Simulator> => {
  const { apiKey, siteId, businessName = BUSINESS_NAME, notificationSecret: secret } = options;
  return startProvider<Transaction>(options, CINETPAY, (url) => ({
    keyOf: ({ transaction_id: id }) => id,
    checkoutOf: (transaction) => checkoutOf(transaction, businessName),
    startDebit,
    complete: completeTransaction,
    failAttempt,
    endOf,
    end: endTransaction,
    notificationOf: (transaction, at) => notificationOf(transaction, siteId, at),
    sign: cinetpayHeaders,
    sender: secret === undefined ? undefined : { secret },
    sandboxView: (transaction) => sandboxView(transaction, url),
    payerAnswer: (_status, transaction) =>
      transaction ? checkView(transaction) : { ...RESULTS.none, description: 'Check the address.' },
    complaint: (status, description) => ({ ...(status < 500 ? RESULTS.badField : RESULTS.broken), description }),
    addRoutes: (api) => addApiRoutes(api, { apiKey, siteId }),
  }));
};

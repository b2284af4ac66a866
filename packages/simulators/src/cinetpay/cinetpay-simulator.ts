import { join } from 'node:path';
import Router from '@koa/router';
import { application, queryParameter, type Complaint } from '../kernel/app.ts';
import { describeAt } from '../kernel/home.ts';
import { listen } from '../kernel/listen.ts';
import { openRequestLog } from '../kernel/request-log.ts';
import type { Simulator, SimulatorOptions } from '../kernel/simulator.ts';
import { openNotifications } from '../payer/notifications.ts';
import { addPayerRoutes } from '../payer/payer-routes.ts';
import { providerWork } from '../payer/provider-work.ts';
import { addApiRoutes } from './api-routes.ts';
import { cinetpayHeaders } from './notice.ts';
import { RESULTS } from './result.ts';
import { checkoutOf, checkView, sandboxView } from './transaction-view.ts';
import type { Transaction } from './transaction.ts';
import { openTransactions } from './transactions.ts';

/** What the simulator of CinetPay needs to know. */
export interface CinetPayOptions extends SimulatorOptions {
  /** The merchant's key and site, sent with every request. */
  readonly apiKey: string;
  readonly siteId: string;
  /** Signs the notifications, which go where each payment says; without it none is sent. */
  readonly notificationSecret?: string | undefined;
  /** Who asks for the money, as the payer sees it. */
  readonly businessName?: string;
}

/**
 * A stateful CinetPay: the merchant's checkout API, notifications, and the payer's page, with payers whose numbers
 * decide what happens. Resolves once it answers; rejects with the system's error if the port is taken.
 */
export const cinetpaySimulator = async (options: CinetPayOptions): Promise<Simulator> => {
  const { dataDir, now, apiKey, siteId, notificationSecret: secret, log = () => {} } = options;
  const business = options.businessName ?? 'Assurance auto (bac à sable)';
  const listening = await listen(options.host, options.port);
  const url = options.publicUrl ?? listening.url;

  const requests = openRequestLog(join(dataDir, 'requests.jsonl'), now);
  const target = secret === undefined ? undefined : { secret };
  const notifications = openNotifications(join(dataDir, 'notifications.jsonl'), now, target, cinetpayHeaders);
  const transactions = openTransactions(join(dataDir, 'transactions.jsonl'), now, siteId, notifications);
  const work = providerWork(transactions, notifications, now, log);

  const router = new Router();
  describeAt(router, {
    name: 'Simulateur CinetPay',
    about: 'Parle le protocole CinetPay Checkout v2. Aucun argent ne circule.',
    links: ['/sandbox/sessions'],
  });
  addApiRoutes(router, { transactions, apiKey, siteId, now, url, tell: work.tell });
  const known = (token: string): Transaction => {
    const transaction = transactions.byToken(token);
    if (!transaction) throw new Error('there is no such payment');
    return transaction;
  };
  addPayerRoutes(router, {
    find: (token) => {
      const transaction = transactions.byToken(token);
      return transaction && checkoutOf(transaction, business);
    },
    begin: (token) => checkoutOf(transactions.begin(known(token)), business),
    pay: (token) => checkoutOf(transactions.pay(known(token)), business),
    failTry: (token, error) => checkoutOf(transactions.failTry(known(token), error), business),
    answer: (_status, token) => {
      const transaction = transactions.byToken(token);
      return transaction ? checkView(transaction) : { ...RESULTS.none, description: 'Check the address.' };
    },
    now,
    tell: work.tell,
  });
  router.get('/sandbox/sessions', (ctx) => {
    const reference = queryParameter(ctx, 'client_reference');
    const found = reference === undefined ? transactions.all() : [transactions.byReference(reference)];
    ctx.body = found
      .filter((transaction) => transaction !== undefined)
      .map((transaction) =>
        sandboxView(transaction, url, requests.about(transaction.token), notifications.about(transaction.token)),
      );
  });

  const complaint: Complaint = (status, description) => ({
    ...(status < 500 ? RESULTS.badField : RESULTS.broken),
    description,
  });
  listening.serve(application({ router, remember: requests.middleware, complaint, log }));
  return {
    url,
    nextDue: work.nextDue,
    catchUp: work.catchUp,
    close: async () => {
      work.stop();
      await listening.close();
      await notifications.close();
      transactions.close();
      requests.close();
    },
  };
};

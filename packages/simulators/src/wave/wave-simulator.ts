import { join } from 'node:path';
import Router from '@koa/router';
import { application, queryParameter, type Complaint } from '../kernel/app.ts';
import { describeAt } from '../kernel/home.ts';
import { listen } from '../kernel/listen.ts';
import { openRequestLog } from '../kernel/request-log.ts';
import type { Simulator, SimulatorOptions } from '../kernel/simulator.ts';
import { openNotifications, type NotificationTarget } from '../payer/notifications.ts';
import { addPayerRoutes } from '../payer/payer-routes.ts';
import { providerWork } from '../payer/provider-work.ts';
import { addApiRoutes } from './api-routes.ts';
import { checkoutOf, payerAnswer } from './payer-view.ts';
import type { Session } from './session.ts';
import { sandboxView } from './session-view.ts';
import { openSessions } from './sessions.ts';
import { waveHeaders } from './signature.ts';
import { waveError } from './wave-error.ts';

/** What the simulator of Wave needs to know. */
export interface WaveOptions extends SimulatorOptions {
  /** The merchant's key, sent as `Authorization: Bearer`. */
  readonly apiKey: string;
  /** Where notifications go and the secret that signs them; without it none is sent. */
  readonly notifications?: NotificationTarget | undefined;
  /** Who asks for the money, as the payer sees it. */
  readonly businessName?: string;
}

/**
 * A stateful Wave: the merchant's checkout API, signed notifications, and the payer's page, with payers whose numbers
 * decide what happens. Resolves once it answers; rejects with the system's error if the port is taken.
 */
export const waveSimulator = async (options: WaveOptions): Promise<Simulator> => {
  const { dataDir, now, log = () => {} } = options;
  const listening = await listen(options.host, options.port);
  const url = options.publicUrl ?? listening.url;

  const requests = openRequestLog(join(dataDir, 'requests.jsonl'), now);
  const notifications = openNotifications(
    join(dataDir, 'notifications.jsonl'),
    now,
    options.notifications,
    waveHeaders,
  );
  const businessName = options.businessName ?? 'Assurance auto (bac à sable)';
  const sessions = openSessions(join(dataDir, 'sessions.jsonl'), now, businessName, url, notifications);

  const work = providerWork(sessions, notifications, now, log);

  const router = new Router();
  describeAt(router, {
    name: 'Simulateur Wave',
    about: 'Parle le protocole Wave Checkout. Aucun argent ne circule.',
    links: ['/sandbox/sessions'],
  });
  addApiRoutes(router, { sessions, apiKey: options.apiKey, now, url, tell: work.tell });
  const known = (id: string): Session => {
    const session = sessions.find(id);
    if (!session) throw new Error('there is no such session');
    return session;
  };
  addPayerRoutes(router, {
    find: (id) => {
      const session = sessions.find(id);
      return session && checkoutOf(session);
    },
    begin: (id) => checkoutOf(sessions.begin(known(id))),
    pay: (id) => checkoutOf(sessions.pay(known(id))),
    failTry: (id, error) => checkoutOf(sessions.failTry(known(id), error)),
    answer: (status, id) => payerAnswer(status, sessions.find(id)),
    now,
    tell: work.tell,
  });
  router.get('/sandbox/sessions', (ctx) => {
    const reference = queryParameter(ctx, 'client_reference');
    const found = reference === undefined ? sessions.all() : sessions.byReference(reference);
    ctx.body = found.map((session) =>
      sandboxView(session, url, requests.about(session.id), notifications.about(session.id)),
    );
  });

  const complaint: Complaint = (status, message) => waveError(WAVE_CODES[status] ?? 'internal-server-error', message);
  listening.serve(application({ router, remember: requests.middleware, complaint, log }));
  return {
    url,
    nextDue: work.nextDue,
    catchUp: work.catchUp,
    close: async () => {
      work.stop();
      await listening.close();
      await notifications.close();
      sessions.close();
      requests.close();
    },
  };
};

const WAVE_CODES: Readonly<Record<number, string>> = {
  400: 'request-validation-error',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'request-validation-error',
};

import { join } from 'node:path';
import { setTimeout as realTime } from 'node:timers/promises';
import Router from '@koa/router';
import { application, queryParameter } from '../kernel/app.ts';
import { describeAt } from '../kernel/home.ts';
import { listen } from '../kernel/listen.ts';
import { lookForWork } from '../kernel/own-work.ts';
import { openRequestLog } from '../kernel/request-log.ts';
import type { Simulator, SimulatorOptions } from '../kernel/simulator.ts';
import { addApiRoutes, waveError } from './api-routes.ts';
import { openNotifications, type NotificationTarget } from './notifications.ts';
import { addPayerRoutes } from './payer-routes.ts';
import { sandboxView } from './session-view.ts';
import { openSessions } from './sessions.ts';

/** What the mobile-money simulator needs to know. */
export interface MobileMoneyOptions extends SimulatorOptions {
  /** The merchant's key, sent as `Authorization: Bearer`. */
  readonly apiKey: string;
  /** Where notifications go and the secret that signs them; without it none is sent. */
  readonly notifications?: NotificationTarget | undefined;
  /** Who asks for the money, as the payer sees it. */
  readonly businessName?: string;
}

/** How long an answer waits for the receivers of its own notifications, in real milliseconds. */
const WAIT_FOR_RECEIVERS = 2000;

/**
 * A stateful Wave: the merchant's checkout API, signed notifications, and the payer's page, with payers whose numbers
 * decide what happens. Resolves once it answers; rejects with the system's error if the port is taken.
 */
export const mobileMoneySimulator = async (options: MobileMoneyOptions): Promise<Simulator> => {
  const { dataDir, now, log = () => {} } = options;
  const listening = await listen(options.host, options.port);
  const url = options.publicUrl ?? listening.url;
  let closed = false;

  const requests = openRequestLog(join(dataDir, 'requests.jsonl'), now);
  const notifications = openNotifications(join(dataDir, 'notifications.jsonl'), now, options.notifications);
  const businessName = options.businessName ?? 'Assurance auto (bac à sable)';
  const sessions = openSessions(join(dataDir, 'sessions.jsonl'), now, businessName, url, notifications);

  const nextDue = (): Date | undefined => {
    const [first] = [sessions.nextEnd(), notifications.nextDue()].filter((at) => at !== undefined).sort();
    return first === undefined ? undefined : new Date(first);
  };
  const catchUp = async (): Promise<void> => {
    do {
      sessions.endWhatIsOver();
      await notifications.deliver();
    } while (!closed && (nextDue() ?? Infinity) <= now());
  };
  const tell = (): Promise<void> =>
    Promise.race([notifications.deliver(), realTime(WAIT_FOR_RECEIVERS, undefined, { ref: false })]);

  const router = new Router();
  describeAt(router, {
    name: 'Simulateur de paiement mobile',
    about: 'Parle le protocole Wave Checkout. Aucun argent ne circule.',
    links: ['/sandbox/sessions'],
  });
  addApiRoutes(router, { sessions, apiKey: options.apiKey, now, url, tell });
  addPayerRoutes(router, { sessions, now, tell });
  router.get('/sandbox/sessions', (ctx) => {
    const reference = queryParameter(ctx, 'client_reference');
    const found = reference === undefined ? sessions.all() : sessions.byReference(reference);
    ctx.body = found.map((session) =>
      sandboxView(session, url, requests.about(session.id), notifications.about(session.id)),
    );
  });

  const app = application((status, message) => waveError(WAVE_CODES[status] ?? 'internal-server-error', message), log);
  app.use(requests.middleware);
  app.use(router.routes());
  app.use(router.allowedMethods());

  listening.serve(app);
  const stopLooking = lookForWork(catchUp, log);
  return {
    url,
    nextDue,
    catchUp,
    close: async () => {
      closed = true;
      stopLooking();
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

import { setTimeout as realTime } from 'node:timers/promises';
import { queryParameter, type Complaint } from '../shared/application.ts';
import { startSimulator, type Foundation, type Simulator, type SimulatorOptions } from '../shared/simulator.ts';
import { openNotifications, type Notification, type Notifications, type Sender, type Sign } from './notifications.ts';
import { addPayerRoutes, type PayersSide } from './payer-routes.ts';
import { openSessions, type SessionProtocol, type Sessions } from './sessions.ts';

/** The dependencies of a provider's API routes. */
export interface ProviderApi<Session> extends Pick<Foundation, 'router' | 'url' | 'now'> {
  readonly sessions: Sessions<Session>;
  /** Sends due notifications, and waits briefly for the responses. */
  readonly sendNotifications: () => Promise<void>;
}

/** What differs between providers: formats and API. */
export interface Provider<Session> extends SessionProtocol<Session>, Pick<PayersSide<Session>, 'payerAnswer'> {
  /** The headers of notifications, and their secret and default URL. Without a `sender`, no notifications are sent. */
  readonly sign: Sign;
  readonly sender: Sender | undefined;
  /** A session with its whole history, for tests against the simulator. */
  sandboxView(session: Session): object;
  readonly complaint: Complaint;
  /** Adds the API for the merchant. */
  addRoutes(api: ProviderApi<Session>): void;
}

export const BUSINESS_NAME = 'Assurance auto (bac à sable)';

/** Starts a stateful provider: its API, its notifications, and the payer's page. */
export const startProvider = <Session>(
  options: SimulatorOptions,
  { name, protocol, sessionsFile }: Readonly<Record<'name' | 'protocol' | 'sessionsFile', string>>,
  make: (url: string) => Provider<Session>,
): Promise<Simulator> => {
  const description = {
    name: `Simulateur ${name}`,
    about: `Utilise le protocole ${protocol}. Aucun argent ne circule.`,
    links: ['/sandbox/sessions'],
    requestsFile: 'requests',
  };
  return startSimulator(options, description, ({ url, router, requests, now, log, fileOf }) => {
    const provider = make(url);
    const notifications = openNotifications(fileOf('notifications'), now, provider.sender, provider.sign);
    const sessions = openSessions(fileOf(sessionsFile), now, provider, notifications);
    const sendNotifications = () =>
      Promise.race([notifications.deliver(), realTime(WAIT_FOR_RECEIVERS, undefined, { ref: false })]);

    provider.addRoutes({ router, sessions, url, now, sendNotifications });
    addPayerRoutes(router, { ...provider, sessions, now, sendNotifications });
    router.get('/sandbox/sessions', (ctx) => {
      const reference = queryParameter(ctx, 'client_reference');
      const found = reference === undefined ? sessions.all() : sessions.by('reference', reference);
      ctx.body = found.map((session) => {
        const { id } = provider.checkoutOf(session);
        const told = { requests: requests.about(id), notifications: notifications.about(id).map(notificationView) };
        return { ...provider.sandboxView(session), ...told };
      });
    });
    return {
      complaint: provider.complaint,
      ...ownWork(sessions, notifications, now, log),
      close: async () => {
        await notifications.close();
        sessions.close();
      },
    };
  });
};

const notificationView = ({ id, type, since, due, attempts }: Notification): object => ({
  id,
  type,
  since,
  due: due ?? null,
  attempts,
});

/** Real milliseconds for which a response waits for the receivers of its notifications. */
const WAIT_FOR_RECEIVERS = 2000;

/** Real milliseconds between two checks for background work. */
const CHECK_EVERY = 250;

/** A provider's background work: ends sessions and sends notifications. The timer does not keep the process alive. */
const ownWork = <Session>(
  sessions: Sessions<Session>,
  notifications: Notifications,
  now: () => Date,
  log: (line: string) => void,
) => {
  let stopped = false;
  const nextDue = (): Date | undefined => {
    const [first] = [sessions.nextEnd(), notifications.nextDue()].filter((at) => at !== undefined).sort();
    return first === undefined ? undefined : new Date(first);
  };
  const catchUp = async (): Promise<void> => {
    do {
      sessions.expireSessions();
      await notifications.deliver();
    } while (!stopped && (nextDue() ?? Infinity) <= now());
  };
  const timer = setInterval(() => {
    catchUp().catch((error: unknown) => log(`background work failed: ${String(error)}`));
  }, CHECK_EVERY).unref();
  const stopWork = (): void => {
    stopped = true;
    clearInterval(timer);
  };
  return { nextDue, catchUp, stopWork };
};

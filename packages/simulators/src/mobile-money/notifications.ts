import { openJournal } from '../shared/journal.ts';
import { secondsAfter } from '../shared/moments.ts';
import type { PayerScript } from './scripts.ts';

/** The receiver of signed notifications. */
export interface NotificationTarget {
  readonly url: string;
  readonly secret: string;
}

/** The secret that signs all notifications, and the default URL. */
export type Sender = Pick<NotificationTarget, 'secret'> & Partial<NotificationTarget>;

/** A notification with its delivery attempts. */
export interface Notification {
  readonly id: string;
  readonly session: string;
  /** The type of the event, if the provider names one. */
  readonly type?: string;
  readonly body: string;
  /** The URL in the payment request, if the request contains one. */
  readonly url?: string;
  readonly since: string;
  /** The time of the next attempt. Absent after a 2xx response, or if the delivery was given up. */
  readonly due?: string;
  readonly attempts: readonly { readonly at: string; readonly status: number | null }[];
}

/** Returns the headers of a notification that is sent at that moment: content type and signature. */
export type Sign = (body: string, at: Date, secret: string) => Readonly<Record<string, string>>;

/** The notifications of all sessions. */
export interface Notifications {
  /** Schedules the notifications of one event: none, one or three, as the payer's script requires. */
  notify(event: Pick<Notification, 'id' | 'session' | 'type' | 'body' | 'url'>, plan: PayerScript['notify']): void;
  /** Sends due notifications. Resolves when each attempt has got a response or has failed. */
  deliver(): Promise<void>;
  nextDue(): string | undefined;
  about(session: string): readonly Notification[];
  close(): Promise<void>;
}

/** Seconds after the event at which each copy is sent. The first copy of three arrives last. */
const COPIES: Readonly<Record<PayerScript['notify'], readonly number[]>> = { once: [0], never: [], thrice: [2, 0, 1] };

/**
 * Seconds until the next attempt, by the number of earlier attempts. The last value repeats until the delivery is given
 * up.
 */
const RETRY_AFTER = [10, 60, 300, 900, 3600, 6 * 3600];
const GIVE_UP_AFTER = 3 * 24 * 3600;

/** Milliseconds after which an attempt without a response has failed. */
const ANSWER_WITHIN = 5000;

/** Opens the notifications stored in a file. Without a target, no notifications are created. */
export const openNotifications = (
  file: string,
  now: () => Date,
  target: Sender | undefined,
  sign: Sign,
): Notifications => {
  const journal = openJournal<Notification>(file, ({ session }) => [session]);
  const waiting = new Map<string, Notification>();
  const underWay = new Map<string, Promise<void>>();
  const closing = new AbortController();

  const index = (key: string, notification: Notification): void => {
    if (notification.due === undefined) waiting.delete(key);
    else waiting.set(key, notification);
  };
  const keep = (key: string, notification: Notification): void => {
    journal.put(key, notification);
    index(key, notification);
  };
  for (const [key, notification] of journal.entries()) index(key, notification);

  const firstDue = (among: (notification: Notification) => boolean): [string, Notification] | undefined =>
    [...waiting].filter(([, notification]) => among(notification)).sort(([, a], [, b]) => byDue(a, b))[0];

  /** Sends the notifications of a session one after another, in order of their due times. */
  const deliverOf = async (session: string, to: Sender): Promise<void> => {
    const due = (notification: Notification): boolean => notification.session === session && isDue(notification, now());
    for (let next = firstDue(due); next && !closing.signal.aborted; next = firstDue(due)) {
      const [key, notification] = next;
      const { body } = notification;
      const status = await send(body, notification.url ?? to.url ?? '', sign(body, now(), to.secret), closing.signal);
      if (!closing.signal.aborted) keep(key, recordAttempt(notification, now().toISOString(), status));
    }
  };

  return {
    notify: (event, plan) => {
      if (!target) return;
      const since = now().toISOString();
      COPIES[plan].forEach((seconds, copy) =>
        keep(`${event.id}/${copy}`, { ...event, since, due: secondsAfter(since, seconds), attempts: [] }),
      );
    },
    deliver: async () => {
      const due = target ? [...waiting.values()].filter((notification) => isDue(notification, now())) : [];
      for (const session of new Set(due.map((notification) => notification.session))) {
        if (underWay.has(session)) continue;
        underWay.set(
          session,
          deliverOf(session, target!).finally(() => underWay.delete(session)),
        );
      }
      await Promise.all(underWay.values());
    },
    nextDue: () => (target ? [...waiting.values()].sort(byDue)[0]?.due : undefined),
    about: (session) => journal.named(session),
    close: async () => {
      closing.abort();
      await Promise.allSettled(underWay.values());
      journal.close();
    },
  };
};

const byDue = (a: Notification, b: Notification): number => ((a.due ?? '') < (b.due ?? '') ? -1 : 1);

const isDue = (notification: Notification, at: Date): boolean => (notification.due ?? '~') <= at.toISOString();

/** The notification after one more attempt: delivered, due again later, or given up. */
const recordAttempt = ({ due: _, ...notification }: Notification, at: string, status: number | null): Notification => {
  const attempts = [...notification.attempts, { at, status }];
  if (status !== null && status >= 200 && status < 300) return { ...notification, attempts };
  const next = secondsAfter(at, RETRY_AFTER[Math.min(attempts.length, RETRY_AFTER.length) - 1] ?? 0);
  const last = secondsAfter(notification.since, GIVE_UP_AFTER);
  return next > last ? { ...notification, attempts } : { ...notification, attempts, due: next };
};

/** Sends a notification. Returns the status of the response; null without a response. */
const send = async (
  body: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  closing: AbortSignal,
): Promise<number | null> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
};

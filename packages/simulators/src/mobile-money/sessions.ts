import { openJournal } from '../shared/journal.ts';
import type { Checkout } from './checkout.ts';
import type { Notification, Notifications } from './notifications.ts';
import { scriptFor, type TryError } from './scripts.ts';

/** How one provider represents its sessions. Each change receives the current session and returns the new session. */
export interface SessionProtocol<Session> {
  /** The key under which a session is stored. */
  keyOf(session: Session): string;
  checkoutOf(session: Session): Checkout;
  /** Starts the debit in an open session whose payer has confirmed. */
  startDebit(session: Session, at: string): Session;
  complete(session: Session, at: string): Session;
  /** Fails an attempt in an open session. The payer can try again. */
  failAttempt(session: Session, error: TryError, at: string): Session;
  /** When the session expires, or when a debit that outlasts the session ends. Undefined after that. */
  endOf(session: Session): string | undefined;
  end(session: Session, at: string): Session;
  /** The notification about the session in its current state. */
  notificationOf(session: Session, at: Date): Pick<Notification, 'id' | 'type' | 'body' | 'url'>;
}

type Name = 'id' | 'reference' | 'transaction';

/** All sessions. `find`, `by` and `all` first end the expired sessions. */
export interface Sessions<Session> {
  /** The session of a payer's page. */
  find(id: string): Session | undefined;
  by(name: Name, value: string): readonly Session[];
  all(): readonly Session[];
  /** Stores a session without a notification. */
  keep(session: Session): Session;
  /** Starts a debit in an open session whose payer has confirmed. Notifications are sent only when the debit ends. */
  begin(session: Session): Session;
  /** `pay` and `failTry` require an open session. Both cause the notifications that the payer's script requires. */
  pay(session: Session): Session;
  failTry(session: Session, error: TryError): Session;
  /** Ends all expired sessions. Only a session whose debit completes causes a notification. */
  expireSessions(): void;
  nextEnd(): string | undefined;
  close(): void;
}

export const openSessions = <Session>(
  file: string,
  now: () => Date,
  protocol: SessionProtocol<Session>,
  notifications: Notifications,
): Sessions<Session> => {
  const { keyOf, checkoutOf, endOf } = protocol;
  const journal = openJournal<Session>(file, (session) => {
    const { id, reference, transaction } = checkoutOf(session);
    return [id, reference, transaction];
  });
  const live = new Map<string, Session>();

  const follow = (session: Session): Session => {
    if (endOf(session) === undefined) live.delete(keyOf(session));
    else live.set(keyOf(session), session);
    return session;
  };
  const keep = (session: Session): Session => {
    journal.put(keyOf(session), session);
    return follow(session);
  };
  for (const session of journal.values()) follow(session);

  const notify = (session: Session): Session => {
    const { id, mobile } = checkoutOf(session);
    notifications.notify({ ...protocol.notificationOf(session, now()), session: id }, scriptFor(mobile).notify);
    return session;
  };
  const endAt = (session: Session, at: string): Session => {
    const ended = keep(protocol.end(session, at));
    return checkoutOf(ended).state === 'paid' ? notify(ended) : ended;
  };
  const expireSessions = (): void => {
    const at = now().toISOString();
    for (let session of live.values())
      for (let end = endOf(session); end !== undefined && end <= at; end = endOf(session))
        session = endAt(session, end);
  };

  const all = (): readonly Session[] => {
    expireSessions();
    return [...journal.values()];
  };
  const by = (name: Name, value: string): readonly Session[] => {
    expireSessions();
    return journal.named(value).filter((session) => checkoutOf(session)[name] === value);
  };
  return {
    find: (id) => by('id', id)[0],
    by,
    all,
    keep,
    begin: (session) => keep(protocol.startDebit(session, now().toISOString())),
    pay: (session) => notify(keep(protocol.complete(session, now().toISOString()))),
    failTry: (session, error) => notify(keep(protocol.failAttempt(session, error, now().toISOString()))),
    expireSessions,
    nextEnd: () => [...live.values()].flatMap((session) => endOf(session) ?? []).sort()[0],
    close: () => journal.close(),
  };
};

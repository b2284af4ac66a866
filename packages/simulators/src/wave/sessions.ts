import { randomBytes } from 'node:crypto';
import { openJournal } from '../kernel/journal.ts';
import type { Notifications } from '../payer/notifications.ts';
import { scriptFor, type TryError } from '../payer/scripts.ts';
import {
  expired,
  openSession,
  paid,
  processing,
  refunded,
  tryFailed,
  type CheckoutRequest,
  type Session,
} from './session.ts';
import { sessionView } from './session-view.ts';

/** Every checkout session there is. What has ended by the clock is ended before anything is read. */
export interface Sessions {
  open(request: CheckoutRequest): Session;
  find(id: string): Session | undefined;
  byReference(reference: string): readonly Session[];
  byTransaction(transactionId: string): Session | undefined;
  all(): readonly Session[];
  /** Takes an open session whose payer has confirmed; nobody is told before its debit ends. */
  begin(session: Session): Session;
  /** Each of these takes an open session and makes its notification due at once. */
  pay(session: Session): Session;
  failTry(session: Session, code: TryError): Session;
  /** Takes an open session; nobody is told. */
  expire(session: Session): Session;
  /** Takes a paid session; the second time changes nothing. */
  refund(session: Session): Session;
  /** Ends every session whose time is over, and every debit whose time has come. */
  endWhatIsOver(): void;
  nextEnd(): string | undefined;
  close(): void;
}

/** Opens the sessions kept in a file. */
export const openSessions = (
  file: string,
  now: () => Date,
  businessName: string,
  url: string,
  notifications: Notifications,
): Sessions => {
  const journal = openJournal<Session>(file);
  const open = new Map<string, Session>();
  const debits = new Map<string, string>();
  const ids = new Map<string, Set<string>>();

  const index = (session: Session): Session => {
    if (session.checkout_status === 'open') open.set(session.id, session);
    else open.delete(session.id);
    if (session.debitEnds === undefined) debits.delete(session.id);
    else debits.set(session.id, session.debitEnds);
    for (const name of [session.client_reference, session.transaction_id]) {
      if (name !== undefined) ids.set(name, (ids.get(name) ?? new Set()).add(session.id));
    }
    return session;
  };
  const keep = (session: Session): Session => {
    journal.put(session.id, session);
    return index(session);
  };
  for (const session of journal.values()) index(session);

  const named = (name: string): Session[] => [...(ids.get(name) ?? [])].flatMap((id) => journal.get(id) ?? []);

  const announce = (session: Session, type: 'completed' | 'payment_failed'): void => {
    const [id, name] = [`EV_${token()}`, `checkout.session.${type}` as const];
    const body = JSON.stringify({ id, type: name, data: sessionView(session, url) });
    notifications.announce(
      { id, session: session.id, type: name, body },
      scriptFor(session.restrict_payer_mobile).notify,
    );
  };

  const endWhatIsOver = (): void => {
    const at = now().toISOString();
    for (const session of open.values()) if (session.when_expires <= at) keep(expired(session, session.when_expires));
    for (const [id, end] of debits) {
      const session = journal.get(id);
      if (session && end <= at) pay(session, end);
    }
  };
  const pay = (session: Session, at: string): Session => {
    const done = keep(paid(session, `T${token().toUpperCase().slice(0, 10)}`, at));
    announce(done, 'completed');
    return done;
  };
  const current = <Value>(read: () => Value): Value => {
    endWhatIsOver();
    return read();
  };

  return {
    open: (request) => keep(openSession(request, `cos-${token()}`, businessName, now())),
    find: (id) => current(() => journal.get(id)),
    byReference: (reference) =>
      current(() => named(reference).filter((session) => session.client_reference === reference)),
    byTransaction: (transactionId) =>
      current(() => named(transactionId).find((session) => session.transaction_id === transactionId)),
    all: () => current(() => [...journal.values()]),
    begin: (session) => keep(processing(session, now())),
    pay: (session) => pay(session, now().toISOString()),
    failTry: (session, code) => {
      const failed = keep(tryFailed(session, code, now()));
      announce(failed, 'payment_failed');
      return failed;
    },
    expire: (session) => keep(expired(session, now().toISOString())),
    refund: (session) => {
      const done = refunded(session, now());
      return done === session ? session : keep(done);
    },
    endWhatIsOver,
    nextEnd: () => [...[...open.values()].map((session) => session.when_expires), ...debits.values()].sort()[0],
    close: () => journal.close(),
  };
};

/** About 80 random bits in lower-case letters and digits. */
const token = (): string => BigInt(`0x${randomBytes(10).toString('hex')}`).toString(36);

import { randomBytes } from 'node:crypto';
import { openJournal } from '../kernel/journal.ts';
import type { Notifications } from '../payer/notifications.ts';
import { scriptFor, type TryError } from '../payer/scripts.ts';
import { noticeOf } from './notice.ts';
import {
  accepted,
  cancelled,
  createTransaction,
  ownEnd,
  processing,
  refused,
  type PaymentRequest,
  type Transaction,
} from './transaction.ts';

/** Every payment there is. What has ended by the clock is ended before anything is read. */
export interface Transactions {
  create(request: PaymentRequest): Transaction;
  byReference(transactionId: string): Transaction | undefined;
  /** By the secret of its page. */
  byToken(token: string): Transaction | undefined;
  all(): readonly Transaction[];
  /** Takes an open one whose payer has confirmed; nobody is told before its debit ends. */
  begin(transaction: Transaction): Transaction;
  /** Each of these takes an open one and makes its notification due at once. */
  pay(transaction: Transaction): Transaction;
  failTry(transaction: Transaction, failure: TryError): Transaction;
  /** Ends every one whose time is over: with the money of a debit under way, or without any, and then nobody is told. */
  endWhatIsOver(): void;
  nextEnd(): string | undefined;
  close(): void;
}

/** Opens the payments kept in a file. */
export const openTransactions = (
  file: string,
  now: () => Date,
  siteId: string,
  notifications: Notifications,
): Transactions => {
  const journal = openJournal<Transaction>(file);
  const open = new Map<string, Transaction>();
  const tokens = new Map<string, string>();

  const index = (transaction: Transaction): Transaction => {
    const { transaction_id: id, token } = transaction;
    tokens.set(token, id);
    if (ownEnd(transaction) === undefined) open.delete(id);
    else open.set(id, transaction);
    return transaction;
  };
  const keep = (transaction: Transaction): Transaction => {
    journal.put(transaction.transaction_id, transaction);
    return index(transaction);
  };
  for (const transaction of journal.values()) index(transaction);

  const announce = (transaction: Transaction): Transaction => {
    const { token, notify_url: url, customer_phone_number: mobile, states } = transaction;
    const body = noticeOf(transaction, siteId, now());
    const event = { id: `${token}/${states.length}`, session: token, type: 'payment', body, url };
    notifications.announce(event, scriptFor(mobile).notify);
    return transaction;
  };

  const endWhatIsOver = (): void => {
    const at = now().toISOString();
    for (const transaction of open.values()) {
      const end = ownEnd(transaction);
      if (end === undefined || end > at) continue;
      if (transaction.debit) pay(transaction, end);
      else keep(cancelled(transaction, end));
    }
  };
  const pay = (transaction: Transaction, at: string): Transaction =>
    announce(keep(accepted(transaction, `MP.${secret().slice(0, 10).toUpperCase()}`, at)));
  const current = <Value>(read: () => Value): Value => {
    endWhatIsOver();
    return read();
  };

  return {
    create: (request) => keep(createTransaction(request, secret(), now())),
    byReference: (transactionId) => current(() => journal.get(transactionId)),
    byToken: (token) => current(() => journal.get(tokens.get(token) ?? '')),
    all: () => current(() => [...journal.values()]),
    begin: (transaction) => keep(processing(transaction, now())),
    pay: (transaction) => pay(transaction, now().toISOString()),
    failTry: (transaction, failure) => announce(keep(refused(transaction, failure, now()))),
    endWhatIsOver,
    nextEnd: () => [...open.values()].flatMap((transaction) => ownEnd(transaction) ?? []).sort()[0],
    close: () => journal.close(),
  };
};

/** 160 random bits. */
const secret = (): string => randomBytes(20).toString('hex');

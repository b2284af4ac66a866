import type { Committed, Fact, Transaction, UnitOfWork } from '@vehicle-insurance/core';
import { setTimeout as pause } from 'node:timers/promises';
import { isConflict } from './database/failures.ts';
import { makeAudit, dismissals } from './history/audit.ts';
import { apiKeys, catalogues, companies } from './companies/repository.ts';
import { eventWriter } from './history/events.ts';
import { certificateNumbers, certificateRequests, contracts } from './contracts/repository.ts';
import { ledger } from './books/ledger.ts';
import { vouchers } from './books/vouchers.ts';
import { notifications, paymentPause, payments, refunds } from './payments/repository.ts';
import { statementRecords } from './statements/repository.ts';
import { quotes } from './quotes/repository.ts';
import { pendingUploads, vehicles } from './vehicles/repository.ts';
import { withSession, type Session } from './database/session.ts';
import type { TypedDatabase } from './tables/builder.ts';
import { leases } from './work/leases.ts';

/** After this many conflicts, the cause must be the work itself. */
const MAX_ATTEMPTS = 20;

/**
 * Milliseconds by which the maximum random wait grows with each retry. The first retry does not wait, because the other
 * transaction has finished.
 */
const WAIT_STEP = 10;

/**
 * Runs work in a transaction, READ COMMITTED. If two units of work change the same row, the second unit finds that the
 * row's version has changed. The second unit is then retried and reads everything again.
 */
export const unitOfWork = (database: TypedDatabase, committed: Committed): UnitOfWork => {
  const transaction = repositories(database);
  const writeEvents = eventWriter(database.builder);
  return {
    run: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          let facts: readonly Fact[] = [];
          const value = await withSession(
            database,
            async (session) => {
              const value = await work(transaction(session));
              ({ facts } = session);
              if (value.isOk()) await writeEvents(session);
              return { value, keep: value.isOk() };
            },
            attempt > 1,
          );
          if (value.isOk()) committed(facts);
          return value;
        } catch (error) {
          if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw database.failed(error);
          await pause(Math.random() * (attempt - 1) * WAIT_STEP);
        }
      }
    },
  };
};

/** The repositories of a transaction. Their statements are compiled once, and run in each transaction. */
const repositories = ({ builder, bookkeeping }: TypedDatabase): ((session: Session) => Transaction) => {
  const quotesOf = quotes(builder);
  const books = ledger(builder, bookkeeping, quotesOf);
  const { record, history } = makeAudit(builder, books);
  const all: Repositories = {
    companies: companies(builder, record),
    apiKeys: apiKeys(builder, record),
    catalogues: catalogues(builder),
    vehicles: vehicles(builder),
    quotes: quotesOf,
    payments: payments(builder, record),
    refunds: refunds(builder, record),
    notifications: notifications(builder),
    paymentPause: paymentPause(builder),
    contracts: contracts(builder, record),
    certificateRequests: certificateRequests(builder, record),
    certificateNumbers: certificateNumbers(builder),
    pendingUploads: pendingUploads(builder),
    leases: leases(builder),
    history,
    dismissals: dismissals(builder),
    ledger: books,
    statements: statementRecords(builder),
    vouchers,
  };
  // Repositories are created on access, because a unit of work needs few of them.
  return (session) =>
    new Proxy<object>(all, {
      get: (_, name) => all[name as keyof Transaction](session),
    }) as Transaction;
};

type Repositories = { readonly [Name in keyof Transaction]: (session: Session) => Transaction[Name] };

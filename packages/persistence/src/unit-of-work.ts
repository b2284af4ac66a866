import type { Transaction, UnitOfWork } from '@vehicle-insurance/core';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';
import { isConflict } from './failures.ts';
import { withSession, type Session } from './session.ts';
import { apiKeys } from './stores/api-keys.ts';
import { catalogues } from './stores/catalogues.ts';
import { certificateNumbers } from './stores/certificate-numbers.ts';
import { certificateRequests } from './stores/certificate-requests.ts';
import { companies } from './stores/companies.ts';
import { contracts } from './stores/contracts.ts';
import { dismissals } from './stores/dismissals.ts';
import { history } from './stores/history.ts';
import { leases } from './stores/leases.ts';
import { pendingUploads } from './stores/loose-documents.ts';
import { notifications } from './stores/notices.ts';
import { paymentPause } from './stores/payment-pause.ts';
import { payments } from './stores/payments.ts';
import { quotes } from './stores/quotes.ts';
import { refunds } from './stores/refunds.ts';
import { vehicles } from './stores/vehicles.ts';

/** How often work is retried after conflicts before that counts as a fault of the work. */
const MAX_ATTEMPTS = 20;

/** Milliseconds by which the longest wait grows with each attempt. */
const WAIT_STEP = 10;

/**
 * Runs work in one transaction, READ COMMITTED. Two that change the same row do not overwrite each other: the second
 * finds the row's version changed and is retried, with everything read anew.
 */
export const unitOfWork = (database: Database): UnitOfWork => ({
  run: async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await withSession(database, async (session) => {
          const value = await work(transaction(session));
          return { value, keep: value.isOk() };
        });
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw database.failed(error);
        await pause(Math.random() * attempt * WAIT_STEP);
      }
    }
  },
});

const transaction = (session: Session): Transaction => ({
  companies: companies(session),
  apiKeys: apiKeys(session),
  catalogues: catalogues(session),
  vehicles: vehicles(session),
  quotes: quotes(session),
  payments: payments(session),
  refunds: refunds(session),
  notifications: notifications(session),
  paymentPause: paymentPause(session),
  contracts: contracts(session),
  certificateRequests: certificateRequests(session),
  certificateNumbers: certificateNumbers(session),
  pendingUploads: pendingUploads(session),
  leases: leases(session),
  history: history(session),
  dismissals: dismissals(session),
});

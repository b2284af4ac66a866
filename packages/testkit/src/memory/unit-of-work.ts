import type { Committed, Transaction, UnitOfWork } from '@vehicle-insurance/core';
import { apiKeysIn, cataloguesIn, companiesIn } from './companies.ts';
import { certificateNumbersIn, certificateRequestsIn, contractsIn } from './contracts.ts';
import { dismissalsIn, historyIn } from './history.ts';
import { leasesIn } from './leases.ts';
import { notificationsIn, paymentPauseIn, paymentsIn, refundsIn } from './payments.ts';
import { statementRecordsIn } from './statements.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';
import { vouchersIn } from './vouchers.ts';
import { pendingUploadsIn, quotesIn, vehiclesIn } from './vehicles.ts';

/** Maximum number of attempts if other units of work are faster. After the last attempt, the conflict is an error. */
const MAX_ATTEMPTS = 50;

/**
 * Atomic, like the unit of work of a database. Units that take the same lock, such as that of a quote, wait for each
 * other. A unit that lost a race is retried. An error of a repository fails the unit even if the work has caught the
 * error.
 */
export const memoryUnitOfWork = (memory: Memory, committed: Committed): UnitOfWork => ({
  run: async (work) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const unit = beginUnit(memory);
      const reconcile = watchRepositories();
      try {
        const result = await work(transactionOf(unit, reconcile.over));
        if (result.isErr()) return result;
        if (reconcile.failures.length > 0) throw reconcile.failures[0];
        if (unit.commit()) {
          committed(unit.facts);
          return result;
        }
      } finally {
        unit.end();
      }
    }
    throw new Error('a unit of work lost the race at each attempt');
  },
});

const REPOSITORIES: { readonly [Name in keyof Transaction]: (unit: Unit) => Transaction[Name] } = {
  companies: companiesIn,
  apiKeys: apiKeysIn,
  catalogues: cataloguesIn,
  vehicles: vehiclesIn,
  quotes: quotesIn,
  payments: paymentsIn,
  refunds: refundsIn,
  notifications: notificationsIn,
  paymentPause: paymentPauseIn,
  contracts: contractsIn,
  certificateRequests: certificateRequestsIn,
  certificateNumbers: certificateNumbersIn,
  pendingUploads: pendingUploadsIn,
  leases: leasesIn,
  history: historyIn,
  dismissals: dismissalsIn,
  ledger: (unit) => unit.ledger(),
  statements: statementRecordsIn,
  vouchers: vouchersIn,
};

/** Repositories are created on access, because a unit of work needs few of them. */
const transactionOf = (unit: Unit, watch: <Repository extends object>(repository: Repository) => Repository) => {
  const made: Partial<Record<keyof Transaction, object>> = {};
  const repository = (name: keyof Transaction): object => (made[name] ??= watch<object>(REPOSITORIES[name](unit)));
  return new Proxy<object>(REPOSITORIES, {
    get: (_, name) => (name in REPOSITORIES ? repository(name as keyof Transaction) : undefined),
  }) as Transaction;
};

/** Collects the errors of all repository methods. After an error, the unit must not be committed. */
const watchRepositories = () => {
  const failures: unknown[] = [];
  const method =
    (call: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<unknown> => {
      try {
        return await call(...given);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    };
  return {
    failures,
    over: <Repository extends object>(repository: Repository): Repository =>
      new Proxy(repository, {
        get: (all, name) => {
          const call: unknown = all[name as keyof Repository];
          // A missing property stays undefined; `await` looks for `then`.
          return call && method(call as Parameters<typeof method>[0]);
        },
      }),
  };
};

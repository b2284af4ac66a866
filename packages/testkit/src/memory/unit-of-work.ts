import type { Transaction, UnitOfWork } from '@vehicle-insurance/core';
import { apiKeysIn, cataloguesIn, companiesIn } from './companies.ts';
import { certificateNumbersIn, certificateRequestsIn, contractsIn } from './contracts.ts';
import { dismissalsIn, historyIn } from './history.ts';
import { leasesIn } from './leases.ts';
import { notificationsIn, paymentPauseIn, paymentsIn, refundsIn } from './payments.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';
import { pendingUploadsIn, quotesIn, vehiclesIn } from './vehicles.ts';

/** How often work is begun again because another unit was faster, before that counts as a fault of the work. */
const MAX_ATTEMPTS = 50;

/**
 * All or nothing, as the real one: units that lock the same quote wait for each other, one that lost a race is run
 * again, and a failure that the work itself swallowed fails the unit all the same.
 */
export const memoryUnitOfWork = (memory: Memory): UnitOfWork => ({
  run: async (work) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const unit = beginUnit(memory);
      const reconcile = watched();
      try {
        const result = await work(reconcile.over(transactionOf(unit)));
        if (result.isErr()) return result;
        if (reconcile.failures.length > 0) throw reconcile.failures[0];
        if (unit.commit()) return result;
      } finally {
        unit.end();
      }
    }
    throw new Error('a unit of work came too late each time it was run');
  },
});

const transactionOf = (unit: Unit): Transaction => ({
  companies: companiesIn(unit),
  apiKeys: apiKeysIn(unit),
  catalogues: cataloguesIn(unit),
  vehicles: vehiclesIn(unit),
  quotes: quotesIn(unit),
  payments: paymentsIn(unit),
  refunds: refundsIn(unit),
  notifications: notificationsIn(unit),
  paymentPause: paymentPauseIn(unit),
  contracts: contractsIn(unit),
  certificateRequests: certificateRequestsIn(unit),
  certificateNumbers: certificateNumbersIn(unit),
  pendingUploads: pendingUploadsIn(unit),
  leases: leasesIn(unit),
  history: historyIn(unit),
  dismissals: dismissalsIn(unit),
});

/** Keeps what any method of the repositories threw: after it nothing of the unit may be kept. */
const watched = () => {
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
  const repository = (methods: object): object =>
    Object.fromEntries(
      Object.entries(methods).map(([name, call]) => [name, method(call as Parameters<typeof method>[0])]),
    );
  return {
    failures,
    over: (tx: Transaction): Transaction =>
      Object.fromEntries(
        Object.entries(tx).map(([name, methods]) => [name, repository(methods as object)]),
      ) as unknown as Transaction,
  };
};

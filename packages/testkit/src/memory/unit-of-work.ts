import type { Transaction, UnitOfWork } from '@vehicle-insurance/core';
import { apiKeysIn, cataloguesIn, companiesIn } from './companies.ts';
import { certificateNumbersIn, certificateRequestsIn, contractsIn } from './contracts.ts';
import { dismissalsIn, historyIn } from './history.ts';
import { leasesIn } from './leases.ts';
import { ledgerIn } from './ledger.ts';
import { notificationsIn, paymentPauseIn, paymentsIn, refundsIn } from './payments.ts';
import { statementRecordsIn } from './statements.ts';
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
        const result = await work(transactionOf(unit, reconcile.over));
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

/** Every repository is made when it is asked for: a unit of work needs few of them. */
const transactionOf = (
  unit: Unit,
  watch: <Repository extends object>(repository: Repository) => Repository,
): Transaction => ({
  get companies() {
    return watch(companiesIn(unit));
  },
  get apiKeys() {
    return watch(apiKeysIn(unit));
  },
  get catalogues() {
    return watch(cataloguesIn(unit));
  },
  get vehicles() {
    return watch(vehiclesIn(unit));
  },
  get quotes() {
    return watch(quotesIn(unit));
  },
  get payments() {
    return watch(paymentsIn(unit));
  },
  get refunds() {
    return watch(refundsIn(unit));
  },
  get notifications() {
    return watch(notificationsIn(unit));
  },
  get paymentPause() {
    return watch(paymentPauseIn(unit));
  },
  get contracts() {
    return watch(contractsIn(unit));
  },
  get certificateRequests() {
    return watch(certificateRequestsIn(unit));
  },
  get certificateNumbers() {
    return watch(certificateNumbersIn(unit));
  },
  get pendingUploads() {
    return watch(pendingUploadsIn(unit));
  },
  get leases() {
    return watch(leasesIn(unit));
  },
  get history() {
    return watch(historyIn(unit));
  },
  get dismissals() {
    return watch(dismissalsIn(unit));
  },
  get ledger() {
    return watch(ledgerIn(unit));
  },
  get statements() {
    return watch(statementRecordsIn(unit));
  },
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
  return {
    failures,
    over: <Repository extends object>(repository: Repository): Repository =>
      Object.fromEntries(
        Object.entries(repository).map(([name, call]) => [name, method(call as Parameters<typeof method>[0])]),
      ) as Repository,
  };
};

// Everything a team needs to test against the ports of the core, or to prove an adapter of its own.

export * from './builders/company.ts';
export * from './builders/contract.ts';
export * from './builders/coverage.ts';
export * from './builders/days.ts';
export * from './builders/difference.ts';
export * from './builders/ids.ts';
export * from './builders/pending-upload.ts';
export * from './builders/payment.ts';
export * from './builders/queues.ts';
export * from './builders/quote.ts';
export * from './builders/stored.ts';
export * from './builders/vehicle.ts';

export * from './contracts/action-item-queries.ts';
export * from './contracts/bordereaux.ts';
export * from './contracts/certificate-authority.ts';
export * from './contracts/days.ts';
export * from './contracts/documents.ts';
export * from './contracts/due-work.ts';
export * from './contracts/idempotency-keys.ts';
export * from './contracts/journal.ts';
export * from './contracts/leases.ts';
export * from './contracts/ledger.ts';
export * from './contracts/look-ups.ts';
export * from './contracts/mobile-money.ts';
export * from './contracts/operator-queries.ts';
export * from './contracts/payment-repositories.ts';
export * from './contracts/port-contract.ts';
export * from './contracts/queries.ts';
export * from './contracts/repositories.ts';
export * from './contracts/scheduler.ts';
export * from './contracts/statements.ts';
export * from './contracts/store-contract.ts';
export * from './contracts/store.ts';
export * from './contracts/tenancy.ts';
export * from './contracts/unit-of-work.ts';
export * from './contracts/work-queues.ts';

export * from './fakes/certificate-authority.ts';
export * from './fakes/clock.ts';
export * from './fakes/contract-document.ts';
export * from './fakes/documents.ts';
export * from './fakes/free-ports.ts';
export * from './fakes/random.ts';
export * from './fakes/tcp-proxy.ts';
export * from './fakes/offered-protocols.ts';
export * from './fakes/scripted-server.ts';
export * from './fakes/error-reporter.ts';
export * from './fakes/key-hasher.ts';
export type { FakeSession } from './fakes/mobile-money-session.ts';
export * from './fakes/mobile-money.ts';
export { fakeStatement, type FakeStatement } from './fakes/statement.ts';
export * from './fakes/timer.ts';
export * from './fakes/silent-trigger.ts';

export * from './memory/memory-store.ts';

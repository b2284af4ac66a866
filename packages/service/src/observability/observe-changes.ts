import type { CertificateRequest, AuditEntry, Payment, Refund, Transaction, UnitOfWork } from '@vehicle-insurance/core';

/** A change of money or of a certificate that is counted, once it is committed. */
export type Change =
  | {
      readonly what: 'payment';
      readonly provider: string;
      readonly outcome: Payment['status'];
      readonly reason: string;
    }
  | { readonly what: 'refund'; readonly provider: string; readonly outcome: Refund['status'] }
  | { readonly what: 'certificate'; readonly outcome: CertificateRequest['status'] | 'refused' };

type Report = (change: Change) => void;

/** A unit of work that reports such changes after its commit: what is rolled back or retried is not reported. */
export const observeChanges = (unitOfWork: UnitOfWork, told: Report): UnitOfWork => ({
  run: async (work) => {
    let changes: Change[] = [];
    const answered = await unitOfWork.run((tx) => {
      changes = [];
      return work(observedTransaction(tx, (change) => changes.push(change)));
    });
    if (answered.isOk()) tell(changes, told);
    return answered;
  },
});

/**
 * The work is committed by now: an error while reporting it may cost a count, but must not be returned to the caller.
 */
const tell = (changes: readonly Change[], told: Report): void => {
  try {
    changes.forEach(told);
  } catch {
    // A lost count is acceptable.
  }
};

/** The stores of a transaction, three of them observed on first use: most work needs none of the three. */
const observedTransaction = (tx: Transaction, report: Report): Transaction => {
  const observed = {
    payments: once(() => observedPayments(tx, report)),
    refunds: once(() => observedRefunds(tx, report)),
    certificateRequests: once(() => observedRequests(tx, report)),
  };
  // Not a copy: a copy would create every repository.
  return new Proxy(tx, {
    get: (stores, name) =>
      Object.hasOwn(observed, name)
        ? observed[name as keyof typeof observed]()
        : stores[name as Exclude<keyof Transaction, keyof typeof observed>],
  });
};

const once = <Made>(make: () => Made): (() => Made) => {
  let made: Made | undefined;
  return () => (made ??= make());
};

const observedPayments = (tx: Transaction, report: Report): Transaction['payments'] => {
  const { payments } = tx;
  const { store, seen } = observedKind<Payment, Transaction['payments']>(payments, 'id', (payment, before) => {
    const { provider, status, failureReason } = payment;
    if (status !== before?.status) report({ what: 'payment', provider, outcome: status, reason: failureReason ?? '' });
  });
  return {
    ...store,
    live: async (...args) => seen(await payments.live(...args)),
    withReference: async (...args) => seen(await payments.withReference(...args)),
  };
};

const observedRefunds = (tx: Transaction, report: Report): Transaction['refunds'] =>
  observedKind<Refund, Transaction['refunds']>(tx.refunds, 'id', ({ provider, status }, before) => {
    // `add` of an existing refund changes nothing; due refunds are counted where they are stored.
    if (before && status !== before.status) report({ what: 'refund', provider, outcome: status });
  }).store;

const observedRequests = (tx: Transaction, report: Report): Transaction['certificateRequests'] =>
  observedKind<CertificateRequest, Transaction['certificateRequests']>(
    tx.certificateRequests,
    'contractId',
    ({ status, refusals }, before) => {
      if (before && refusals > before.refusals) report({ what: 'certificate', outcome: 'refused' });
      if (status !== before?.status) report({ what: 'certificate', outcome: status });
    },
  ).store;

/** What the stores of payments, refunds and certificate requests have in common. */
interface Kind<Entity> {
  find(companyId: string, id: string): Promise<Entity | undefined>;
  add(entity: Entity, entry: AuditEntry): Promise<void>;
  save(entity: Entity, entry: AuditEntry): Promise<void>;
}

/** A store that reports each saved entity with its state before, if this unit of work has read it. */
const observedKind = <Entity extends object, Store extends Kind<Entity>>(
  store: Store,
  id: keyof Entity,
  kept: (entity: Entity, before: Entity | undefined) => void,
) => {
  const known = new Map<unknown, Entity>();
  const seen = (entity: Entity | undefined): Entity | undefined => {
    if (entity) known.set(entity[id], entity);
    return entity;
  };
  const keep = (entity: Entity): void => {
    kept(entity, known.get(entity[id]));
    seen(entity);
  };
  const observedStore: Kind<Entity> = {
    find: async (...args) => seen(await store.find(...args)),
    add: async (entity, entry) => {
      await store.add(entity, entry);
      keep(entity);
    },
    save: async (entity, entry) => {
      await store.save(entity, entry);
      keep(entity);
    },
  };
  return { store: { ...store, ...observedStore }, seen };
};

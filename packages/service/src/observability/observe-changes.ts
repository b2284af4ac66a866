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

/** A unit of work that reports such changes after its commit: what is rolled back or retried is not reported. */
export const observeChanges = (unitOfWork: UnitOfWork, told: (change: Change) => void): UnitOfWork => ({
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
const tell = (changes: readonly Change[], told: (change: Change) => void): void => {
  try {
    changes.forEach(told);
  } catch {
    // A lost count is acceptable.
  }
};

const observedTransaction = (tx: Transaction, report: (change: Change) => void): Transaction => {
  const payments = observedKind<Payment, Transaction['payments']>(tx.payments, 'id', (payment, before) => {
    const { provider, status, failureReason } = payment;
    if (status !== before?.status) report({ what: 'payment', provider, outcome: status, reason: failureReason ?? '' });
  });
  const refunds = observedKind<Refund, Transaction['refunds']>(tx.refunds, 'id', ({ provider, status }, before) => {
    // `add` of an existing refund changes nothing; due refunds are counted where they are stored.
    if (before && status !== before.status) report({ what: 'refund', provider, outcome: status });
  });
  const certificateRequests = observedKind<CertificateRequest, Transaction['certificateRequests']>(
    tx.certificateRequests,
    'contractId',
    ({ status, refusals }, before) => {
      if (before && refusals > before.refusals) report({ what: 'certificate', outcome: 'refused' });
      if (status !== before?.status) report({ what: 'certificate', outcome: status });
    },
  );
  return {
    ...tx,
    payments: {
      ...payments.store,
      live: async (...args) => payments.seen(await tx.payments.live(...args)),
      withReference: async (...args) => payments.seen(await tx.payments.withReference(...args)),
    },
    refunds: refunds.store,
    certificateRequests: certificateRequests.store,
  };
};

/** What the stores of payments, refunds and certificate requests have in common. */
interface Kind<Entity> {
  find(companyId: string, id: string): Promise<Entity | undefined>;
  add(entity: Entity, entry: AuditEntry): Promise<void>;
  save(entity: Entity, entry: AuditEntry): Promise<void>;
}

/** A store that reports each saved entity's state before, as far as this unit of work has read it. */
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

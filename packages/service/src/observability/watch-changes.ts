import type { CertificateRequest, Note, Payment, Refund, Transaction, UnitOfWork } from '@vehicle-insurance/core';

/** A change of money or of a certificate that is worth counting, once it is certain. */
export type Change =
  | {
      readonly what: 'payment';
      readonly provider: string;
      readonly outcome: Payment['status'];
      readonly reason: string;
    }
  | { readonly what: 'refund'; readonly provider: string; readonly outcome: Refund['status'] }
  | { readonly what: 'certificate'; readonly outcome: CertificateRequest['status'] | 'refused' };

/** The unit of work, telling every such change after its commit: what is rolled back or begun again is not told. */
export const watchChanges = (unitOfWork: UnitOfWork, told: (change: Change) => void): UnitOfWork => ({
  run: async (work) => {
    let changes: Change[] = [];
    const answered = await unitOfWork.run((tx) => {
      changes = [];
      return work(watchedTransaction(tx, (change) => changes.push(change)));
    });
    if (answered.isOk()) tell(changes, told);
    return answered;
  },
});

/** It is done and committed: what goes wrong in telling it costs a count, and must not be answered as if it were not. */
const tell = (changes: readonly Change[], told: (change: Change) => void): void => {
  try {
    changes.forEach(told);
  } catch {
    // Nobody waits for a count.
  }
};

const watchedTransaction = (tx: Transaction, saw: (change: Change) => void): Transaction => {
  const payments = watchedKind<Payment, Transaction['payments']>(tx.payments, 'id', (payment, before) => {
    const { provider, status, failureReason } = payment;
    if (status !== before?.status) saw({ what: 'payment', provider, outcome: status, reason: failureReason ?? '' });
  });
  const refunds = watchedKind<Refund, Transaction['refunds']>(tx.refunds, 'id', ({ provider, status }, before) => {
    // Adding one that is there already does nothing: what is due is counted where it lies.
    if (before && status !== before.status) saw({ what: 'refund', provider, outcome: status });
  });
  const certificateRequests = watchedKind<CertificateRequest, Transaction['certificateRequests']>(
    tx.certificateRequests,
    'contractId',
    ({ status, refusals }, before) => {
      if (before && refusals > before.refusals) saw({ what: 'certificate', outcome: 'refused' });
      if (status !== before?.status) saw({ what: 'certificate', outcome: status });
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
  add(entity: Entity, note: Note): Promise<void>;
  save(entity: Entity, note: Note): Promise<void>;
}

/** A store that tells what each entity it keeps was before, as far as this unit of work has seen it. */
const watchedKind = <Entity extends object, Store extends Kind<Entity>>(
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
  const watched: Kind<Entity> = {
    find: async (...args) => seen(await store.find(...args)),
    add: async (entity, note) => {
      await store.add(entity, note);
      keep(entity);
    },
    save: async (entity, note) => {
      await store.save(entity, note);
      keep(entity);
    },
  };
  return { store: { ...store, ...watched }, seen };
};

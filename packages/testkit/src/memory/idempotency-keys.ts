import type { HeldKey, IdempotencyKeys } from '@vehicle-insurance/core';
import { keyIn } from './table.ts';
import type { KeptKey, Memory } from './tables.ts';

/** Each method runs synchronously, so that nothing can happen between its reads and its writes. */
export const memoryIdempotencyKeys = ({ keys, elapsed }: Memory): IdempotencyKeys => {
  const isHeld = ({ lease, leasedUntil }: KeptKey): boolean => lease !== null && leasedUntil > elapsed();
  const heldBy = ({ companyId, key, lease }: HeldKey): KeptKey | undefined => {
    const kept = keys.get(keyIn(companyId, key));
    return kept?.lease === lease ? kept : undefined;
  };
  const put = (kept: KeptKey): void => void keys.set(keyIn(kept.companyId, kept.key), kept);

  return {
    claim: async (request, fresh, seconds) => {
      const { companyId, key, fingerprint } = request;
      const known = keys.get(keyIn(companyId, key));
      const isOld = known !== undefined && known.expires <= fresh.now;
      if (known && !isOld && known.fingerprint !== fingerprint) return { is: 'reused' };
      if (known && isHeld(known)) return { is: 'in_progress' };
      if (known && !isOld && known.answer !== null) return { is: 'answered', answer: known.answer };
      const kept = known && !isOld ? known : { ...request, ...fresh, answer: null };
      const lease = crypto.randomUUID();
      put({ ...kept, lease, leasedUntil: elapsed() + seconds * 1000 });
      return { is: 'held', held: { companyId, key, lease, id: kept.id } };
    },
    keep: async (held, answer) => {
      const kept = heldBy(held);
      if (kept) put({ ...kept, answer, lease: null });
      return kept !== undefined;
    },
    release: async (held, id) => {
      const kept = heldBy(held);
      if (kept) put({ ...kept, id, lease: null });
    },
    forget: async (now, limit) => {
      const old = [...keys].filter(([, kept]) => kept.expires <= now && !isHeld(kept)).slice(0, limit);
      for (const [name] of old) keys.delete(name);
      return old.length;
    },
  };
};

import type { Dependencies } from '../../ports/dependencies.ts';
import { inBatches } from '../operations/in-batches.ts';

type Given = Pick<Dependencies, 'idempotencyKeys' | 'clock'>;

/** Forgets the keys that have expired, with their answers, batch by batch. */
export const forgetOldKeys =
  ({ idempotencyKeys, clock }: Given) =>
  async (): Promise<void> => {
    const now = clock.now();
    await inBatches((limit) => idempotencyKeys.forget(now, limit));
  };

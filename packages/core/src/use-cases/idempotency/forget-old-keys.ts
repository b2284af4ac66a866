import type { Clock } from '../../ports/clock.ts';
import type { IdempotencyKeys } from '../../ports/idempotency-keys.ts';
import { inBatches } from '../operations/in-batches.ts';

interface Needs {
  readonly idempotencyKeys: IdempotencyKeys;
  readonly clock: Clock;
}

/** Forgets the keys that have expired, with their answers, batch by batch. */
export const forgetOldKeys =
  ({ idempotencyKeys, clock }: Needs) =>
  async (): Promise<void> => {
    const now = clock.now();
    await inBatches((most) => idempotencyKeys.forget(now, most));
  };

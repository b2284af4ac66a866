import { inBatches } from '../kernel/in-batches.ts';
import type { Clock } from '../kernel/ports.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';

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

import type { Clock } from '../kernel/ports.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';

const BATCH = 5_000;

interface Needs {
  readonly idempotencyKeys: IdempotencyKeys;
  readonly clock: Clock;
}

/** Forgets the keys that have expired, with their answers, batch by batch. */
export const forgetOldKeys =
  ({ idempotencyKeys, clock }: Needs) =>
  async (): Promise<void> => {
    const now = clock.now();
    while ((await idempotencyKeys.forget(now, BATCH)) === BATCH);
  };

import type { Dependencies } from '../../ports/dependencies.ts';
import { inBatches } from '../operations/in-batches.ts';

type ForgetOldKeysDependencies = Pick<Dependencies, 'idempotencyKeys' | 'clock'>;

/** Deletes expired keys with their responses, in batches. */
export const forgetOldKeys =
  ({ idempotencyKeys, clock }: ForgetOldKeysDependencies) =>
  async (): Promise<void> => {
    const now = clock.now();
    await inBatches((limit) => idempotencyKeys.forget(now, limit));
  };

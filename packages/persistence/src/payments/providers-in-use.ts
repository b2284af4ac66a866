import type { Database } from '../database/database.ts';
import { plain } from '../database/prepared-statement.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';

/** A branch for each queue, because each queue has its own index and no index covers all queues. */
const IN_USE = `
  select provider from payment where due_at is not null and notified is not null${SOME_COMPANIES}
  union select provider from payment where due_at is not null and notified is null${SOME_COMPANIES}
  union select provider from refund where status = 'due'${SOME_COMPANIES}`;

/**
 * The mobile-money providers that the service still needs, to query a payment or to make a refund. Manual refunds need
 * no provider. Skips unavailable nodes of a cluster, which must not prevent processes from starting.
 */
export const providersInUse = async (store: Database): Promise<readonly string[]> => {
  const rows = await overParts(store)(plain<{ provider: string }>('providers in use', IN_USE));
  return [...new Set(rows.map(({ provider }) => provider))].toSorted();
};

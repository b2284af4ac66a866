import type { Database } from '../database/database.ts';
import { plain } from '../database/prepared-statement.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';

/** One branch per queue: each has an index, and no index has them all. */
const IN_USE = `
  select provider from payment where due_at is not null and notified is not null${SOME_COMPANIES}
  union select provider from payment where due_at is not null and notified is null${SOME_COMPANIES}
  union select provider from refund where status = 'due'${SOME_COMPANIES}`;

/**
 * The mobile-money providers that must still be asked about a payment, or give money back. Manual refunds need none.
 * A node of a cluster that is away must not keep processes from starting: it is left out.
 */
export const providersInUse = async (store: Database): Promise<readonly string[]> => {
  const rows = await overParts(store)(plain<{ provider: string }>('providers in use', IN_USE));
  return [...new Set(rows.map(({ provider }) => provider))].toSorted();
};

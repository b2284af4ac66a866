import type { Database } from '../database.ts';
import { plain } from '../statement.ts';

/** One branch per queue: each has an index, and no index has them all. */
const IN_USE = `
  select provider from payment where due_at is not null and notified is not null
  union select provider from payment where due_at is not null and notified is null
  union select provider from refund where status = 'due'
  order by provider`;

/**
 * The mobile-money providers that must still be asked about a payment, or give money back. Manual refunds need none.
 */
export const providersInUse = async ({ query }: Database): Promise<readonly string[]> => {
  const rows = await query(plain<{ provider: string }>('providers in use', IN_USE));
  return rows.map(({ provider }) => provider);
};

import type { WorkKind, WorkQueue } from '@vehicle-insurance/core';
import type { Query } from '../database/database.ts';
import { plain } from '../database/prepared-statement.ts';
import { inSome, UNLEASED, WORK_TABLES, type AtProvider } from './work-tables.ts';

// There are few providers, and each provider has its own queues. A statement that names the known providers finds the
// first row of each queue by one index look-up, even if many rows wait. The statement also returns the first provider,
// and the next provider after each known provider. If all of these are known, no other provider has work.

/**
 * The first row of a queue, by `due_at`, among the rows that no worker has claimed. If `first` is null, `FirstRow` only
 * names a provider.
 */
interface FirstRow {
  readonly kind: WorkKind | null;
  readonly provider: string | null;
  readonly urgent: boolean | null;
  readonly first: string | null;
}

/** A queue, and when its first work is due. */
export interface QueueWithFirst {
  readonly queue: WorkQueue;
  readonly first: string;
}

const firstIn = (kind: WorkKind, which: string, inQueue = '', provider = 'null', urgent: boolean | null = null) => `
  (select '${kind}' as kind, ${provider}::text as provider, ${urgent}::boolean as urgent, due_at as first
    from ${WORK_TABLES[kind].table} where ${inQueue}${which} and ${UNLEASED}${inSome(kind)} order by due_at limit 1)`;

const firstAt = (kind: WorkKind, which: string, { urgent, where }: AtProvider, provider: string): string =>
  firstIn(kind, which, `provider = ${provider} and ${where} and `, provider, urgent);

/** The first provider, or the next provider after `after`. */
const providerAfter = (kind: WorkKind, { where }: AtProvider, after?: string): string => `
  (select null as kind, min(provider) as provider, null::boolean as urgent, null::timestamptz as first
    from ${WORK_TABLES[kind].table} where due_at is not null and ${where}${after ? ` and provider > ${after}` : ''}${inSome(kind)})`;

const firstsOf = (kinds: readonly WorkKind[], which: string, known: readonly string[]): string =>
  kinds
    .flatMap((kind) => {
      const { atProviders } = WORK_TABLES[kind];
      if (!atProviders) return [firstIn(kind, which)];
      return atProviders.flatMap((at) => [
        ...known.map((provider) => firstAt(kind, which, at, provider)),
        ...[undefined, ...known].map((provider) => providerAfter(kind, at, provider)),
      ]);
    })
    .join(' union all ');

const toQueue = ({ kind, provider, urgent }: FirstRow): WorkQueue =>
  ({ kind, ...(provider !== null && { provider }), ...(urgent !== null && { urgent }) }) as WorkQueue;

/** Finds the queues in which work waits, and remembers the providers that it has found. */
export const queueFinder = (query: Query) => {
  const known = new Set<string>();
  /**
   * `which` is the condition on `due_at`, and `values` are its values. In the statement, these values precede the
   * providers.
   */
  return async (
    name: string,
    kinds: readonly WorkKind[],
    which: string,
    values: readonly unknown[] = [],
  ): Promise<readonly QueueWithFirst[]> => {
    for (;;) {
      const providers = [...known];
      const places = providers.map((_, index) => `$${values.length + index + 1}`);
      const text = firstsOf(kinds, which, places);
      // Only the values that the text uses. Kinds without queues at providers use no provider.
      const given = [...values, ...providers].filter((_, index) => text.includes(`$${index + 1}`));
      const title = `${name} ${kinds.map((kind) => kind.slice(0, 5)).join()} ${providers.length}`;
      const rows = await query(plain<FirstRow>(title, text, given));
      const found = rows.flatMap(({ kind, provider }) => (kind === null && provider !== null ? [provider] : []));
      // Compared with `providers`, not with `known`, because another call may have added a provider that this statement
      // did not include.
      if (found.every((provider) => providers.includes(provider)))
        return rows.flatMap((row) => (row.first === null ? [] : [{ queue: toQueue(row), first: row.first }]));
      for (const provider of found) known.add(provider);
    }
  };
};

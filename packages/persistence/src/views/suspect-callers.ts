import { setTimeout as pause } from 'node:timers/promises';
import type { Callers, Environment } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { remembered } from './remembered.ts';

const MOST_REMEMBERED = 10_000;

/** Milliseconds in which who asks is collected, to be asked for in one statement. */
const COLLECTED_FOR = 100;

const FIND = `
  select distinct hash from unnest($1::text[], $2::text[]) as asked (hash, environment)
  join api_key using (hash, environment) join company on company.id = api_key.company_id
  where revoked is null and company.enabled`;

/**
 * Callers from an address that has sent too many bad keys. Theirs may be good all the same, but a flood of bad ones is
 * to cost the database next to nothing: all who come within a moment are asked for at once, a bad key is remembered for
 * as long as a good one, and only who is found is looked at as any other caller is.
 */
export const suspectCallers = (
  { query }: Pick<Database, 'query'>,
  callers: Callers,
  collected: () => Promise<unknown> = () => pause(COLLECTED_FOR),
): Callers => {
  const bad = remembered<true>(MOST_REMEMBERED);
  const good = new Set<string>();
  let asking: [hash: string, environment: Environment][] = [];
  let answer: Promise<ReadonlySet<string>> | undefined;

  const goodAmong = async (): Promise<ReadonlySet<string>> => {
    await collected();
    const [hashes, environments] = [asking.map(([hash]) => hash), asking.map(([, environment]) => environment)];
    asking = [];
    answer = undefined;
    const rows = await query<{ readonly hash: string }>('suspect callers', FIND, [hashes, environments]);
    return new Set(rows.map(({ hash }) => hash));
  };
  const isGood = async (hash: string, environment: Environment): Promise<boolean> => {
    asking.push([hash, environment]);
    return (await (answer ??= goodAmong())).has(hash);
  };

  return {
    find: async (hash, environment, now) => {
      const key = `${environment} ${hash}`;
      if (bad.get(key)) return undefined;
      const asked = bad.now();
      const found =
        good.has(key) || (await isGood(hash, environment)) ? await callers.find(hash, environment, now) : undefined;
      if (found) {
        if (good.size >= MOST_REMEMBERED) good.clear();
        good.add(key);
      } else {
        good.delete(key);
        bad.keep(key, true, asked);
      }
      return found;
    },
  };
};

import { setTimeout as pause } from 'node:timers/promises';
import type { KeyLookup, Environment } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { recentAnswers } from './recent-answers.ts';
import { plain } from '../prepared-statement.ts';

const MAX_REMEMBERED = 10_000;

/** Milliseconds during which lookups are collected, to be sent as one statement. */
const COLLECTED_FOR = 100;

const FIND = `
  select distinct hash from unnest($1::text[], $2::text[]) as asked (hash, environment)
  join api_key using (hash, environment) join company on company.id = api_key.company_id
  where revoked is null and company.enabled`;

/**
 * Looks up keys from an address that has sent too many bad ones. Such a key may still be good, but a flood of bad ones
 * must cost the database next to nothing: lookups are batched, a bad key is cached for as long as a good one, and only
 * keys that exist go through the ordinary lookup.
 */
export const suspectKeyLookup = (
  { query }: Pick<Database, 'query'>,
  keyLookup: KeyLookup,
  collected: () => Promise<unknown> = () => pause(COLLECTED_FOR),
): KeyLookup => {
  const bad = recentAnswers<true>(MAX_REMEMBERED);
  const good = new Set<string>();
  let asking: [hash: string, environment: Environment][] = [];
  let answer: Promise<ReadonlySet<string>> | undefined;

  const goodAmong = async (): Promise<ReadonlySet<string>> => {
    await collected();
    const [hashes, environments] = [asking.map(([hash]) => hash), asking.map(([, environment]) => environment)];
    asking = [];
    answer = undefined;
    const rows = await query(plain<{ readonly hash: string }>('suspect callers', FIND, [hashes, environments]));
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
        good.has(key) || (await isGood(hash, environment)) ? await keyLookup.find(hash, environment, now) : undefined;
      if (found) {
        if (good.size >= MAX_REMEMBERED) good.clear();
        good.add(key);
      } else {
        good.delete(key);
        bad.keep(key, true, asked);
      }
      return found;
    },
  };
};

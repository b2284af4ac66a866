import type { Hit, LookUps, SearchTerms } from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import { isStorable } from '../database/text.ts';
import { findRelated, matching, type Kind } from './matches.ts';
import { search } from './search.ts';

export const lookUps = ({ query }: Database): LookUps => {
  const finder =
    (target: Kind) =>
    async (terms: SearchTerms, limit: number): Promise<Hit[]> => {
      if (!isStorable(terms.sessionId)) return [];
      const matches = await matching(query, terms);
      const own = new Set(matches.filter((match) => match.own && match.kind === target).map(({ id }) => id));
      const hits = await query(findRelated(target, matches, limit));
      return hits.map((hit) => ({ ...hit, own: own.has(hit.id) }));
    };
  return {
    payments: finder('payment'),
    contracts: finder('contract'),
    vehicles: finder('vehicle'),
    search: search(query),
  };
};

import {
  EMPTY_CATALOGUE,
  type Catalogue,
  type CatalogueDefinition,
  type CatalogueVersion,
} from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import { ttlCache, type Stopwatch } from '../database/ttl-cache.ts';
import { plain } from '../database/prepared-statement.ts';

interface Row {
  readonly version: number;
  readonly definition: CatalogueDefinition;
}

const CURRENT = 'select version, definition from catalogue order by version desc limit 1';
const VERSION = 'select version, definition from catalogue where version = $1';

export const catalogue = ({ query }: Pick<Database, 'query'>, stopwatch?: Stopwatch): Catalogue => {
  const known = ttlCache<CatalogueVersion>(1, stopwatch);
  return {
    current: async () => {
      const before = known.get('current');
      if (before) return before;
      const sentAt = known.now();
      const [row] = await query(plain<Row>('catalogue', CURRENT));
      if (!row) return EMPTY_CATALOGUE;
      const current = toVersion(row);
      known.keep('current', current, sentAt);
      return current;
    },
    version: async (version) => {
      const [row] = await query(plain<Row>('catalogue version', VERSION, [version]));
      return row && toVersion(row);
    },
  };
};

const toVersion = ({ definition, version }: Row): CatalogueVersion => ({ ...definition, version });

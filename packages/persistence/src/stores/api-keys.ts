import type { ApiKeys } from '@vehicle-insurance/core';
import { ApiKeyRow, fromApiKey, toApiKey } from '../rows/api-key.ts';
import { areIds, isStorable } from '../rows/columns.ts';
import type { Session } from '../session.ts';

export const apiKeys = (session: Session): ApiKeys => ({
  find: async (idOrPrefix) => {
    if (!isStorable(idOrPrefix)) return undefined;
    const row = await session.find(ApiKeyRow, areIds(idOrPrefix) ? { id: idOrPrefix } : { prefix: idOrPrefix });
    return row && toApiKey(row);
  },
  anyBeginning: async (prefix) => {
    if (!isStorable(prefix)) return false;
    const [row] = await session.query<{ any: boolean }>(
      'select exists (select from api_key where starts_with(prefix, $1)) as any',
      [prefix],
    );
    return row?.any ?? false;
  },
  ofCompany: async (companyId) => {
    if (!areIds(companyId)) return [];
    const rows = await session.query<ApiKeyRow>('select * from api_key where company_id = $1 order by created, id', [
      companyId,
    ]);
    return rows.map(toApiKey);
  },
  add: async (key) => {
    await session.insert('api_key', fromApiKey(key));
    session.know(ApiKeyRow, fromApiKey(key));
  },
  save: async (key) => {
    await session.save(ApiKeyRow, [key.id], fromApiKey(key));
  },
});

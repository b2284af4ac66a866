import type { ApiKey, ApiKeys, Catalogues, Companies } from '@vehicle-insurance/core';
import { withHistory } from './history.ts';
import { latestFirst, pageOf } from './page.ts';
import { has } from './table.ts';
import type { Unit } from './unit.ts';

export const companiesIn = (unit: Unit, { companies, counters } = unit): Companies => ({
  find: async (id) => companies.get(id),
  lock: async (id) => {
    await unit.lock(`company ${id}`);
    return companies.get(id);
  },
  named: async (name) => companies.first(has({ name })),
  list: async () => companies.all(),
  add: async (company, entry) => {
    await unit.lock('company numbers');
    const added = { ...company, number: Math.max(0, ...companies.all().map(({ number }) => number)) + 1 };
    companies.add(added);
    counters.add({ companyId: company.id, contracts: 0 });
    await unit.record({ what: 'company', before: null, after: added, entry });
    return added;
  },
  save: async (company, entry) =>
    unit.record({ what: 'company', before: companies.save(company), after: company, entry }),
});

export const apiKeysIn = (unit: Unit, { apiKeys } = unit): ApiKeys => ({
  ...withHistory(unit, apiKeys, (before, after, entry) => ({ what: 'key', before, after, entry })),
  find: async (idOrPrefix) => apiKeys.first(({ id, prefix }) => id === idOrPrefix || prefix === idOrPrefix),
  anyBeginning: async (beginning) => apiKeys.all().some(({ prefix }) => prefix.startsWith(beginning)),
  ofCompany: async (companyId) => apiKeys.all().filter(has({ companyId })).sort(latestFirst).reverse(),
  current: async (companyId, environment, since) =>
    apiKeys
      .all()
      .filter(has<ApiKey>({ companyId, environment }))
      .filter(({ revoked, created }) => revoked === null || created > since)
      .sort(latestFirst)
      .reverse(),
  page: async (companyId, environment, request) => {
    const keys = apiKeys.all().filter(has<ApiKey>({ companyId, environment }));
    return pageOf(keys.sort(latestFirst).reverse(), request, (key) => key);
  },
});

export const cataloguesIn = (unit: Unit, { catalogues } = unit): Catalogues => ({
  add: async (definition) => {
    await unit.lock('catalogue versions');
    const added = { ...definition, version: catalogues.all().length + 1 };
    catalogues.add(added);
    return added;
  },
});

import type { ApiKeys, Catalogues, Companies } from '@vehicle-insurance/core';
import { has } from './table.ts';
import type { Unit } from './unit.ts';

export const companiesIn = (unit: Unit, { companies, counters } = unit): Companies => ({
  find: async (id) => companies.get(id),
  named: async (name) => companies.first(has({ name })),
  list: async () => companies.all(),
  add: async (company) => {
    await unit.lock('company numbers');
    const added = { ...company, number: Math.max(0, ...companies.all().map(({ number }) => number)) + 1 };
    companies.add(added);
    counters.add({ companyId: company.id, contracts: 0 });
    return added;
  },
  save: async (company) => void companies.save(company),
});

export const apiKeysIn = ({ apiKeys }: Unit): ApiKeys => ({
  find: async (idOrPrefix) => apiKeys.first(({ id, prefix }) => id === idOrPrefix || prefix === idOrPrefix),
  anyBeginning: async (beginning) => apiKeys.all().some(({ prefix }) => prefix.startsWith(beginning)),
  ofCompany: async (companyId) => apiKeys.all().filter(has({ companyId })),
  add: async (key) => apiKeys.add(key),
  save: async (key) => void apiKeys.save(key),
});

export const cataloguesIn = (unit: Unit, { catalogues } = unit): Catalogues => ({
  add: async (definition) => {
    await unit.lock('catalogue versions');
    const added = { ...definition, version: catalogues.all().length + 1 };
    catalogues.add(added);
    return added;
  },
});

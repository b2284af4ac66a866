import type { ApiKeys, Catalogues, Companies } from '@vehicle-insurance/core';
import type { Unit } from './unit.ts';

export const companiesIn = ({ companies, counters, lock }: Unit): Companies => ({
  find: async (id) => companies.get(id),
  named: async (name) => {
    const named = companies.all().find((company) => company.name === name);
    return named && companies.get(named.id);
  },
  list: async () => companies.all(),
  add: async (company) => {
    await lock('company numbers');
    const added = { ...company, number: Math.max(0, ...companies.all().map(({ number }) => number)) + 1 };
    companies.add(added);
    counters.add({ companyId: company.id, contracts: 0 });
    return added;
  },
  save: async (company) => companies.save(company),
});

export const apiKeysIn = ({ apiKeys, companies }: Unit): ApiKeys => ({
  find: async (idOrPrefix) => {
    const found = apiKeys.all().find(({ id, prefix }) => id === idOrPrefix || prefix === idOrPrefix);
    return found && apiKeys.get(found.id);
  },
  anyBeginning: async (beginning) => apiKeys.all().some(({ prefix }) => prefix.startsWith(beginning)),
  ofCompany: async (companyId) => apiKeys.all().filter((key) => key.companyId === companyId),
  add: async (key) => {
    if (!companies.get(key.companyId)) throw new Error('an API key needs its company');
    apiKeys.add(key);
  },
  save: async (key) => apiKeys.save(key),
});

export const cataloguesIn = ({ catalogues, lock }: Unit): Catalogues => ({
  add: async (definition) => {
    await lock('catalogue versions');
    const added = { ...definition, version: catalogues.all().length + 1 };
    catalogues.add(added);
    return added;
  },
});

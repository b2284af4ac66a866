import type { Companies } from '@vehicle-insurance/core';
import { areIds, isStorable } from '../rows/columns.ts';
import { CompanyRow, fromCompany, toCompany } from '../rows/company.ts';
import type { Session } from '../session.ts';

export const companies = (session: Session): Companies => ({
  find: async (id) => {
    const row = areIds(id) ? await session.find(CompanyRow, { id }) : undefined;
    return row && toCompany(row);
  },
  named: async (name) => {
    const row = isStorable(name) ? await session.find(CompanyRow, { name }) : undefined;
    return row && toCompany(row);
  },
  list: async () => (await session.query<CompanyRow>('select * from company order by number')).map(toCompany),
  add: async (company) => {
    await session.insert('company', fromCompany(company));
    await session.insert('company_counter', { company_id: company.id });
    const row = await session.find(CompanyRow, { id: company.id });
    if (!row) throw new Error('a company that was just added is not there');
    return toCompany(row);
  },
  save: async (company) => {
    await session.save(CompanyRow, [company.id], fromCompany(company));
  },
});

import { ignoring, WORK, type Faults, type PlannedFault } from '../fault.ts';

const INSIDE = 'Companies: find nothing of another company inside a unit of work, under ids that are there';
const SHOWN = 'Companies: are shown nothing of another company, under ids that are there';
const OWN = 'Companies: count their own lists, and have their own keys';

const anyCompany = (foundBy: string, ...tables: readonly string[]): PlannedFault => ({
  foundBy,
  statement: ignoring('company_id', ...tables),
});

const inWords = (table: string): string => `the company is not asked for in ${table.replaceAll('_', ' ')}s`;

export const COMPANIES: Faults = {
  ...Object.fromEntries(
    ['vehicle', 'quote', 'payment', 'refund', 'contract', 'certificate_request', 'pending_upload', 'change'].map(
      (table) => [inWords(table), anyCompany(INSIDE, table)],
    ),
  ),
  ...Object.fromEntries(
    ['vehicle', 'quote', 'contract'].map((table) => [`${inWords(table)} that are shown`, anyCompany(SHOWN, table)]),
  ),
  'the company is not asked for in counters': anyCompany(OWN, 'company_counter'),
  'the company is not asked for in API keys': anyCompany(OWN, 'api_key'),
  'the company is not asked for in idempotency keys': anyCompany(
    'IdempotencyKeys: knows a key by its company',
    'idempotency_key',
  ),
  'the company is not asked for in leases': anyCompany(
    'Leases: are taken and taken away in their own company only',
    ...WORK,
  ),
};

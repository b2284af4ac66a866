import { ignoring, WORK, type Faults, type PlannedFault } from '../fault.ts';

const INSIDE = 'Companies: find nothing of another company inside a unit of work, even under existing ids';
const SHOWN = 'Companies: see nothing of another company, even under existing ids';
const OWN = 'Companies: have their own counts of lists, and their own keys';

const anyCompany = (foundBy: string, ...tables: readonly string[]): PlannedFault => ({
  foundBy,
  statement: ignoring('company_id', ...tables),
});

const inWords = (table: string): string => `the company is not checked in ${table.replaceAll('_', ' ')}s`;

export const COMPANIES: Faults = {
  ...Object.fromEntries(
    ['vehicle', 'quote', 'payment', 'refund', 'contract', 'certificate_request', 'pending_upload', 'change'].map(
      (table) => [inWords(table), anyCompany(INSIDE, table)],
    ),
  ),
  ...Object.fromEntries(
    ['vehicle', 'quote', 'contract'].map((table) => [`${inWords(table)} of queries`, anyCompany(SHOWN, table)]),
  ),
  'the company is not checked in counters': anyCompany(OWN, 'company_counter'),
  'the company is not checked in API keys': anyCompany(OWN, 'api_key'),
  'the company is not checked in idempotency keys': anyCompany(
    'IdempotencyKeys: distinguishes the same key of two companies',
    'idempotency_key',
  ),
  'the company is not checked in leases': anyCompany(
    'Leases: are taken and revoked only within their own company',
    ...WORK,
  ),
};

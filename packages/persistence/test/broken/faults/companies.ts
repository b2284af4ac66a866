import { ignoring, WORK, type FaultsByTest } from '../fault.ts';

const unchecked = (tables: readonly string[], where = '') =>
  Object.fromEntries(
    tables.map((table) => [
      `the company is not checked in ${table.replaceAll('_', ' ')}s${where}`,
      ignoring('company_id', table),
    ]),
  );

export const COMPANIES: FaultsByTest = {
  'Companies find nothing of another company inside a unit of work, even under existing ids': unchecked([
    ...['vehicle', 'quote', 'payment', 'refund', 'contract', 'certificate_request', 'pending_upload', 'change'],
  ]),
  'Companies see nothing of another company, even under existing ids': unchecked(
    ['vehicle', 'quote', 'contract'],
    ' of queries',
  ),
  'Companies have their own counts of lists, and their own keys': {
    'the company is not checked in counters': ignoring('company_id', 'company_counter'),
    'the company is not checked in API keys': ignoring('company_id', 'api_key'),
  },
  'IdempotencyKeys distinguish the same key of two companies': {
    'the company is not checked in idempotency keys': ignoring('company_id', 'idempotency_key'),
  },
  'Leases are taken and revoked only within their own company': {
    'the company is not checked in leases': ignoring('company_id', ...WORK),
  },
};

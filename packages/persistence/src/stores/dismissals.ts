import type { Dismissals } from '@vehicle-insurance/core';
import type { Session } from '../session.ts';

const DISMISS = `
  insert into dismissal (company_id, subject_id, kind, at) values ($1, $2, $3, $4)
  on conflict (company_id, subject_id, kind) do update set at = greatest(dismissal.at, excluded.at)`;

export const dismissals = (session: Session): Dismissals => ({
  add: async ({ companyId, id, kind, at }) => {
    await session.query(DISMISS, [companyId, id, kind, at]);
  },
});

import type { CertificateNumbers } from '@vehicle-insurance/core';
import { conflict } from '../failures.ts';
import { storable } from '../rows/columns.ts';
import type { Session } from '../session.ts';

const OWNER = 'select company_id, contract_id from certificate_number where certificate_number = $1';
const RELEASE = 'delete from certificate_number where certificate_number = $1 and company_id = $2 and contract_id = $3';

export const certificateNumbers = (session: Session): CertificateNumbers => {
  const owner = async (number: string) => {
    const [known] = await session.query<{ company_id: string; contract_id: string }>(OWNER, [storable(number)]);
    return known && { companyId: known.company_id, contractId: known.contract_id };
  };
  return {
    owner,
    claim: async (number, claimant) => {
      const { companyId, contractId } = claimant;
      const row = { certificate_number: storable(number), company_id: companyId, contract_id: contractId };
      // Waits for a concurrent insert of the same number, so that the next statement sees its result.
      if (await session.insert('certificate_number', row, 'on conflict do nothing')) return claimant;
      const known = await owner(number);
      if (!known) throw conflict('a certificate number was given back meanwhile');
      return known;
    },
    release: async (number, { companyId, contractId }) => {
      await session.query(RELEASE, [storable(number), companyId, contractId]);
    },
  };
};

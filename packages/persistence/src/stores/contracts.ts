import type { Contracts } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { ContractRow, fromContract, toContract } from '../rows/contract.ts';
import type { Session } from '../session.ts';
import { record } from './history.ts';
import { takeOrdinal } from './ordinals.ts';

const COVERS = `select exists (
  select from contract where company_id = $1 and vehicle_id = $2 and cancelled_at is null
  and start_date <= $4 and end_date >= $3) as covers`;

export const contracts = (session: Session): Contracts => ({
  find: async (companyId, id) => {
    const row = areIds(companyId, id) ? await session.find(ContractRow, { company_id: companyId, id }) : undefined;
    return row && toContract(row);
  },
  nextOrdinal: async (companyId) => {
    const ordinal = await takeOrdinal(session, 'contracts', companyId);
    const [row] = await session.query<{ number: number }>('select number from company where id = $1', [companyId]);
    if (!row) throw new Error(`company ${companyId} has a counter and is not there`);
    return { company: row.number, ordinal };
  },
  coverSomeOf: async (companyId, vehicleId, { startDate, endDate }) => {
    const [row] = await session.query<{ covers: boolean }>(COVERS, [companyId, vehicleId, startDate, endDate]);
    return row?.covers ?? false;
  },
  add: async (contract, entry) => {
    const { companyId, id, policyNumber, status } = contract;
    await session.insert('policy_number', { policy_number: policyNumber, company_id: companyId });
    await session.insert('contract', fromContract(contract));
    session.know(ContractRow, fromContract(contract));
    await record(session, { what: 'contract', companyId, id, from: null, to: status }, entry);
  },
  save: async (contract, entry) => {
    const { companyId, id, status } = contract;
    const { status: from } = await session.save(ContractRow, [companyId, id], fromContract(contract));
    await record(session, { what: 'contract', companyId, id, from, to: status }, entry);
  },
});

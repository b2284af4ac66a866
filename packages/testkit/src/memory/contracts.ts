import {
  newEndingNotices,
  type CertificateNumbers,
  type CertificateRequests,
  type Contract,
  type Contracts,
} from '@vehicle-insurance/core';
import { withHistory } from './history.ts';
import type { Unit } from './unit.ts';

export const contractsIn = (unit: Unit): Contracts => ({
  ...withHistory(unit, unit.contracts, (before, after, entry) => {
    const { companyId, id: contractId } = after;
    if (!before) unit.endingNotices.add({ companyId, contractId, ...newEndingNotices(after) });
    return { what: 'contract', before, after, entry };
  }),
  find: async (companyId, id) => unit.contracts.get(companyId, id),
  nextOrdinal: async (companyId) => {
    await unit.lock(`contract ordinals ${companyId}`);
    const company = unit.companies.get(companyId);
    const counter = unit.counters.get(companyId);
    if (!company || !counter) throw new Error('a contract needs its company');
    const ordinal = counter.contracts + 1;
    unit.counters.save({ ...counter, contracts: ordinal });
    return { company: company.number, ordinal };
  },
  coverSomeOf: async (companyId, vehicleId, days) =>
    findCoveringContracts(unit, { companyId, vehicleId, ...days }).length > 0,
});

/**
 * The contracts of a vehicle that cover some of these days. A cancelled contract covers its days up to its last day, if
 * it has one.
 */
export const findCoveringContracts = (
  { contracts }: Unit,
  { companyId, vehicleId, startDate, endDate }: Pick<Contract, 'companyId' | 'vehicleId' | 'startDate' | 'endDate'>,
): readonly Contract[] =>
  contracts
    .all()
    .filter(
      (other) =>
        other.companyId === companyId &&
        other.vehicleId === vehicleId &&
        (other.cancelled === null || other.cancelled.lastDay !== null) &&
        other.startDate <= endDate &&
        startDate <= other.endDate,
    );

export const certificateRequestsIn = (unit: Unit): CertificateRequests => ({
  ...withHistory(unit, unit.certificateRequests, (before, after, entry) => ({
    ...{ what: 'certificate', before, after, entry },
  })),
  find: async (companyId, contractId) => unit.certificateRequests.get(companyId, contractId),
});

export const certificateNumbersIn = ({ certificateNumbers }: Unit): CertificateNumbers => ({
  owner: async (number) => certificateNumbers.get(number)?.owner ?? undefined,
  claim: async (number, owner) => {
    const known = certificateNumbers.get(number);
    if (known?.owner) return known.owner;
    certificateNumbers.put({ number, owner });
    return owner;
  },
  release: async (number, { contractId }) => {
    const known = certificateNumbers.get(number);
    if (known?.owner?.contractId === contractId) certificateNumbers.save({ number, owner: null });
  },
});

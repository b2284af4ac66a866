import type { CertificateNumbers, CertificateRequests, Contracts } from '@vehicle-insurance/core';
import { keyIn } from './tables.ts';
import type { Unit } from './unit.ts';

export const contractsIn = ({
  contracts,
  quotes,
  payments,
  companies,
  counters,
  lock,
  note: noteChange,
}: Unit): Contracts => ({
  find: async (companyId, id) => contracts.get(keyIn(companyId, id)),
  nextOrdinal: async (companyId) => {
    await lock(`contract ordinals ${companyId}`);
    const company = companies.get(companyId);
    const counter = counters.get(companyId);
    if (!company || !counter) throw new Error('a contract needs its company');
    const ordinal = counter.contracts + 1;
    counters.save({ ...counter, contracts: ordinal });
    return { company: company.number, ordinal };
  },
  coverSomeOf: async (companyId, vehicleId, { startDate, endDate }) =>
    contracts
      .all()
      .some(
        (other) =>
          other.companyId === companyId &&
          other.vehicleId === vehicleId &&
          other.cancelled === null &&
          other.startDate <= endDate &&
          startDate <= other.endDate,
      ),
  add: async (contract, note) => {
    const { companyId, quoteId, paymentId } = contract;
    if (!quotes.get(keyIn(companyId, quoteId))) throw new Error('a contract needs its quote');
    if (!payments.get(keyIn(companyId, paymentId))) throw new Error('a contract needs its payment');
    contracts.add(contract);
    noteChange('contract', contract.id, null, contract.status, note);
  },
  save: async (contract, note) => {
    const before = contracts.peek(keyIn(contract.companyId, contract.id));
    contracts.save(contract);
    noteChange('contract', contract.id, before?.status ?? null, contract.status, note);
  },
});

export const certificateRequestsIn = ({
  certificateRequests,
  contracts,
  note: noteChange,
}: Unit): CertificateRequests => ({
  find: async (companyId, contractId) => certificateRequests.get(keyIn(companyId, contractId)),
  add: async (request, note) => {
    const { companyId, contractId, status } = request;
    if (!contracts.get(keyIn(companyId, contractId))) throw new Error('a certificate request needs its contract');
    certificateRequests.add(request);
    noteChange('certificate', contractId, null, status, note);
  },
  save: async (request, note) => {
    const before = certificateRequests.peek(keyIn(request.companyId, request.contractId));
    certificateRequests.save(request);
    noteChange('certificate', request.contractId, before?.status ?? null, request.status, note);
  },
});

export const certificateNumbersIn = ({ certificateNumbers }: Unit): CertificateNumbers => ({
  owner: async (number) => certificateNumbers.get(number)?.owner ?? undefined,
  claim: async (number, owner) => {
    const known = certificateNumbers.get(number);
    if (known?.owner) return known.owner;
    if (known) certificateNumbers.save({ number, owner });
    else certificateNumbers.add({ number, owner });
    return owner;
  },
  release: async (number, { contractId }) => {
    const known = certificateNumbers.get(number);
    if (known?.owner?.contractId === contractId) certificateNumbers.save({ number, owner: null });
  },
});

import type { Contract, ContractDetails, ContractOrder, ContractQueries, ContractShown } from '@vehicle-insurance/core';
import { isAfter, isListed, isWithin, latestFirst, pageOf } from './page.ts';
import { vehicleOf } from './queries.ts';
import { has } from './table.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryContractQueries = (memory: Memory): ContractQueries => ({
  find: async (companyId, id) => {
    const unit = beginUnit(memory);
    const contract = unit.contracts.get(companyId, id);
    return contract && viewOf(unit, contract);
  },
  show: async (companyId, id) => {
    const unit = beginUnit(memory);
    const contract = unit.contracts.get(companyId, id);
    return contract && toContractShown(viewOf(unit, contract));
  },
  withPolicy: async (policyNumber) => {
    const unit = beginUnit(memory);
    const contract = unit.contracts.first(has({ policyNumber }));
    if (!contract) return undefined;
    const { cancelled, startDate, endDate } = contract;
    const { certificateRequest, vehicle } = viewOf(unit, contract);
    const { certificate, status: certificateStatus } = certificateRequest;
    const certificateNumber = certificate?.certificateNumber ?? null;
    const { licencePlate } = vehicle;
    return { cancelled, certificateStatus, certificateNumber, licencePlate, startDate, endDate };
  },
  page: async (companyId, { policyNumbers, licencePlate, endingFrom, endingTo, ...filter }, request) => {
    const unit = beginUnit(memory);
    const matches = unit.contracts
      .all()
      .filter(has({ companyId, ...filter }))
      .filter(({ policyNumber }) => policyNumbers?.includes(policyNumber) ?? true)
      .filter(({ endDate }) => isWithin(endDate, { from: endingFrom, until: endingTo }))
      .filter((contract) => !licencePlate || viewOf(unit, contract).vehicle.licencePlate === licencePlate);
    return pageOf(matches, request, (contract) => toContractShown(viewOf(unit, contract)));
  },
  list: async (
    { certificate, documentsDueAfter, cancelled, startDate, endDate, renewed, order = 'created', after, ...filter },
    limit,
  ) => {
    const unit = beginUnit(memory);
    return unit.contracts
      .all()
      .filter((contract) => isListed(contract, filter))
      .filter((contract) => cancelled === undefined || (contract.cancelled !== null) === cancelled)
      .filter((contract) => isWithin(contract.startDate, startDate) && isWithin(contract.endDate, endDate))
      .filter((contract) => isAfter(contract[order], contract.id, after, DIRECTIONS[order]))
      .filter((contract) => renewed === undefined || isRenewed(unit, contract) === renewed)
      .filter(({ documentsDue }) => documentsDueAfter === undefined || (documentsDue?.at ?? '') > documentsDueAfter)
      .map((contract) => viewOf(unit, contract))
      .filter(
        ({ contract, certificateRequest }) =>
          certificate === undefined || (certificateRequest.status === certificate && !contract.cancelled),
      )
      .sort((a, b) => inOrder(order, a.contract, b.contract))
      .slice(0, limit);
  },
  inspect: async (id) => {
    const unit = beginUnit(memory);
    const contract = unit.contracts.first(has({ id }));
    if (!contract) return undefined;
    const history = unit.linesAbout([id]).filter(({ what }) => what === 'contract' || what === 'certificate');
    return { ...viewOf(unit, contract), history };
  },
});

const isRenewed = (unit: Unit, { companyId, vehicleId, endDate }: Contract): boolean =>
  unit.contracts
    .all()
    .filter(has<Contract>({ companyId, vehicleId, cancelled: null }))
    .some((renewal) => renewal.endDate > endDate);

const DIRECTIONS = { created: 'descending', startDate: 'descending', endDate: 'ascending' } as const;

const inOrder = (order: ContractOrder, one: Contract, other: Contract): number => {
  const [a, b] = order === 'endDate' ? [other, one] : [one, other];
  return latestFirst({ id: a.id, created: a[order] }, { id: b.id, created: b[order] });
};

const viewOf = (unit: Unit, contract: Contract): ContractDetails => {
  const { companyId, id, quoteId, paymentId } = contract;
  const quote = unit.quotes.get(companyId, quoteId);
  const company = unit.companies.get(companyId);
  const certificateRequest = unit.certificateRequests.get(companyId, id);
  if (!quote || !company || !certificateRequest) throw new Error('a contract refers to a missing row');
  const { name: companyName, intermediaryCode, office } = company;
  const refund = contract.cancelled && unit.refunds.first(has({ companyId, paymentId }));
  return {
    contract,
    certificateRequest,
    quote,
    vehicle: vehicleOf(unit, quote),
    companyName,
    intermediaryCode,
    office,
    refundStatus: refund?.status ?? null,
  };
};

/** The fields of a contract that callers see. */
export const toContractShown = ({
  contract,
  certificateRequest,
  quote,
  vehicle,
  refundStatus,
}: ContractDetails): ContractShown => {
  const { id, status, policyNumber, startDate, endDate, paymentId, documents, cancelled, created, updated } = contract;
  const { premium, coverage, duration, usage, policyholder } = quote;
  return {
    contract: { id, status, policyNumber, startDate, endDate, paymentId, documents, cancelled, created, updated },
    certificateRequest: { status: certificateRequest.status, certificate: certificateRequest.certificate },
    quote: {
      id: quote.id,
      premium: { amount: premium.amount },
      coverage: { id: coverage.id },
      duration,
      usage,
      startDate: quote.startDate,
      policyholder,
    },
    vehicle,
    refundStatus,
  };
};

import type { Contract, ContractView, ContractViews } from '@vehicle-insurance/core';
import { isListed, latestFirst, pageOf } from './page.ts';
import { vehicleOf } from './quote-views.ts';
import { keyIn, type Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryContractViews = (memory: Memory): ContractViews => ({
  find: async (companyId, id) => {
    const unit = beginUnit(memory);
    const contract = unit.contracts.get(keyIn(companyId, id));
    return contract && viewOf(unit, contract);
  },
  page: async (companyId, { vehicleId }, request) => {
    const unit = beginUnit(memory);
    const matches = unit.contracts
      .all()
      .filter((each) => each.companyId === companyId && (vehicleId === undefined || each.vehicleId === vehicleId));
    const page = pageOf(matches, request);
    return { ...page, data: page.data.map((contract) => viewOf(unit, contract)) };
  },
  list: async ({ certificate, status, companyId, since, until, ids }, most) => {
    const unit = beginUnit(memory);
    return unit.contracts
      .all()
      .map((contract) => viewOf(unit, contract))
      .filter(({ contract }) => isListed(contract, { status, companyId, since, until, ids }))
      .filter(
        ({ contract, certificateRequest }) =>
          certificate === undefined || (certificateRequest.status === certificate && !contract.cancelled),
      )
      .sort((a, b) => latestFirst(a.contract, b.contract))
      .slice(0, most);
  },
  inspect: async (id) => {
    const unit = beginUnit(memory);
    const contract = unit.contracts.all().find((each) => each.id === id);
    if (!contract) return undefined;
    const history = memory.history.filter(
      (change) => change.id === id && (change.what === 'contract' || change.what === 'certificate'),
    );
    return { ...viewOf(unit, contract), history };
  },
});

const viewOf = (unit: Unit, contract: Contract): ContractView => {
  const { companyId, id, quoteId } = contract;
  const quote = unit.quotes.get(keyIn(companyId, quoteId));
  const company = unit.companies.get(companyId);
  const certificateRequest = unit.certificateRequests.get(keyIn(companyId, id));
  if (!quote || !company || !certificateRequest) throw new Error('a contract has lost what it belongs to');
  const vehicle = vehicleOf(unit, quote);
  return {
    contract,
    certificateRequest,
    quote,
    vehicle,
    companyName: company.name,
    intermediaryCode: company.intermediaryCode,
    office: company.office,
  };
};

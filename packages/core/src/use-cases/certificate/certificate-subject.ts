import type { CertificateRequest } from '../../domain/certificate/certificate-request.ts';
import type { Contract, ContractNotFound } from '../../domain/contract/contract.ts';
import type { Vehicle } from '../../domain/vehicle/vehicle.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { Err, type Result } from '../../shared/result.ts';

/** A contract with its certificate request and its vehicle's plate. */
export interface CertificateSubject {
  readonly contract: Contract;
  readonly request: CertificateRequest;
  readonly vehicle: Pick<Vehicle, 'licencePlate'>;
}

/** Locks a contract's quote and reads the current contract and certificate request. */
export const lockContract = async (
  { quotes, contracts, certificateRequests }: Transaction,
  { contract: { companyId, id, quoteId }, vehicle }: Pick<ContractDetails, 'contract' | 'vehicle'>,
): Promise<CertificateSubject | undefined> => {
  await quotes.lock(companyId, quoteId);
  const request = await certificateRequests.find(companyId, id);
  const contract = await contracts.find(companyId, id);
  return request && contract && { contract, request, vehicle };
};

export type ContractRepositories = Pick<Dependencies, 'unitOfWork' | 'contractQueries'>;

/** Finds a contract of any company for an operator, locks its quote and makes one change. */
export const changeContract = async <Refusal, Changed = void>(
  { unitOfWork, contractQueries }: ContractRepositories,
  contractId: string,
  change: (tx: Transaction, subject: CertificateSubject) => Promise<Result<Changed, Refusal>>,
): Promise<Result<Changed, ContractNotFound | Refusal>> => {
  const details = await contractQueries.inspect(contractId);
  if (!details) return Err({ code: 'contract_not_found' });
  return unitOfWork.run<Changed, ContractNotFound | Refusal>(async (tx) => {
    const subject = await lockContract(tx, details);
    return subject ? change(tx, subject) : Err({ code: 'contract_not_found' });
  });
};

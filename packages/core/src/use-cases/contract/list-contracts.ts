import { contractMachine } from '../../domain/contract/contract.ts';
import { licencePlate } from '../../domain/vehicle/licence-plate.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { calendarDate } from '../../shared/calendar.ts';
import * as FAULTS from '../../shared/faults.ts';
import { statesOf } from '../../shared/machine.ts';
import { PAGE_RULES, type Page, type PageRequest } from '../../shared/paging.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, invalidRequest, oneOf, optional, type InvalidRequest } from '../../shared/rules.ts';
import { policyNumbersIn } from '../operations/look-up.ts';
import { withLinks, type ContractWithLinks } from './get-contract.ts';

/** A caller's filters for the contracts of a company, as sent. All filters that are set must match. */
export interface ContractListQuery extends PageRequest {
  readonly companyId: string;
  readonly vehicleId?: string | undefined;
  readonly status?: string | undefined;
  /** In upper or lower case. */
  readonly policyNumber?: string | undefined;
  /** Normalised in the same way as at registration. */
  readonly licencePlate?: string | undefined;
  /** The range of the last day of cover; both bounds are included. */
  readonly endingFrom?: string | undefined;
  readonly endingTo?: string | undefined;
}

/** Lists one page of a company's contracts, with links to their documents. */
export type ListContracts = (query: ContractListQuery) => Promise<Result<Page<ContractWithLinks>, InvalidRequest>>;

/** The company's contracts, most recent first (docs/api.md 5.10). */
export const listContracts =
  ({ contractQueries, documents }: Pick<Dependencies, 'contractQueries' | 'documents'>): ListContracts =>
  async (query) => {
    const checked = fields(query, RULES);
    if (checked.isErr()) return checked;
    const { companyId, policyNumber, page, limit, ...given } = checked.value;
    const { vehicleId, status, licencePlate: plate, endingFrom, endingTo } = given;
    if (endingFrom !== null && endingTo !== null && endingFrom > endingTo)
      return Err(invalidRequest([{ field: 'endingFrom', message: FAULTS.notAfter('endingTo') }]));
    const filter = {
      ...(vehicleId !== null && { vehicleId }),
      ...(status !== null && { status }),
      ...(policyNumber !== null && { policyNumbers: policyNumbersIn(policyNumber) }),
      ...(plate !== null && { licencePlate: plate }),
      ...(endingFrom !== null && { endingFrom }),
      ...(endingTo !== null && { endingTo }),
    };
    const found = await contractQueries.page(companyId, filter, { page, limit });
    return Ok({ ...found, data: await Promise.all(found.data.map((details) => withLinks(documents, details))) });
  };

const RULES = {
  companyId: anyText,
  vehicleId: optional(anyText),
  status: optional(oneOf(statesOf(contractMachine))),
  policyNumber: optional(anyText),
  licencePlate: optional(licencePlate),
  endingFrom: optional(calendarDate),
  endingTo: optional(calendarDate),
  ...PAGE_RULES,
} as const;

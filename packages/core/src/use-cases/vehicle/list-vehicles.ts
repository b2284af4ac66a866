import { licencePlate } from '../../domain/vehicle/licence-plate.ts';
import { externalId } from '../../domain/vehicle/vehicle-details.ts';
import type { Vehicle } from '../../domain/vehicle/vehicle.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { PAGE_RULES, type Page, type PageRequest } from '../../shared/paging.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, optional, type InvalidRequest } from '../../shared/rules.ts';

/** Selects vehicles of a company; all filters that are set must match. */
export interface VehicleListQuery extends PageRequest {
  readonly companyId: string;
  /** As sent by the caller; normalised in the same way as at registration. */
  readonly licencePlate?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Lists one page of a company's vehicles. */
export type ListVehicles = (query: VehicleListQuery) => Promise<Result<Page<Vehicle>, InvalidRequest>>;

/** The company's vehicles, most recent first (docs/api.md 5.2). */
export const listVehicles =
  ({ vehicleQueries }: Pick<Dependencies, 'vehicleQueries'>): ListVehicles =>
  async (query) => {
    const checked = fields(query, RULES);
    if (checked.isErr()) return checked;
    const { companyId, licencePlate: wanted, externalId: wantedId, page, limit } = checked.value;
    const plate = optional(licencePlate)(wanted);
    const reference = optional(externalId)(wantedId);
    if (plate.isErr() || reference.isErr()) return Ok({ data: [], page, limit, total: 0 });
    const filter = {
      ...(plate.value !== null && { licencePlate: plate.value }),
      ...(reference.value !== null && { externalId: reference.value }),
    };
    return Ok(await vehicleQueries.page(companyId, filter, { page, limit }));
  };

/** A filter can be any text. A text that no vehicle can have matches no vehicle. */
const RULES = {
  companyId: anyText,
  licencePlate: optional(anyText),
  externalId: optional(anyText),
  ...PAGE_RULES,
} as const;

import { PAGE_RULES } from '../shared/paging.ts';
import { anyText, optional } from '../shared/rules.ts';

/** The rules of a list that can be limited to one vehicle. */
export const LIST_OF_VEHICLE_RULES = { companyId: anyText, vehicleId: optional(anyText), ...PAGE_RULES } as const;

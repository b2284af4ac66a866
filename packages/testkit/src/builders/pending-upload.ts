import { pendingUpload, type PendingUpload } from '@vehicle-insurance/core';
import { SOME_MORNING } from './days.ts';
import { freshId } from './ids.ts';

/** A registration document without a vehicle, stored at `SOME_MORNING`. */
export const aPendingUpload = (over: Partial<PendingUpload> = {}): PendingUpload => {
  const [companyId, id] = [over.companyId ?? freshId(), over.id ?? freshId()];
  return {
    ...pendingUpload(companyId, id, `companies/${companyId}/vehicles/${id}/registration`, SOME_MORNING),
    ...over,
  };
};

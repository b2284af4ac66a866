/**
 * What the document shows as examples, where several places show the same. Every sandbox has this vehicle, and its
 * catalogue this coverage, so that an example request works when it is sent as it stands.
 */
export const EXAMPLE = {
  vehicleId: '01981c2e-6400-7a10-8d01-000000000001',
  coverageId: '01981c2e-6400-7a10-8c01-000000000001',
  /** Shown where no clock says what is in the future. */
  startDate: '2026-03-15',
} as const;

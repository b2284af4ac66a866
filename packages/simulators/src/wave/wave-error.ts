import type { RequestFault } from './checkout-request.ts';

/** An error in Wave's format. */
export const waveError = (code: string, message: string, details: readonly RequestFault[] = []) => ({
  code,
  message,
  details,
});

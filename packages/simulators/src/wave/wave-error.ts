import type { RequestFault } from './checkout-request.ts';

/** An error as Wave words it. */
export const waveError = (code: string, message: string, details: readonly RequestFault[] = []) => ({
  code,
  message,
  details,
});

import type { RequestFault } from './checkout-request.ts';

export const waveError = (code: string, message: string, details: readonly RequestFault[] = []) => ({
  code,
  message,
  details,
});

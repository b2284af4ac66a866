import type { Caller } from './callers.ts';

interface Window {
  used: number;
  endsAt: number;
}

/** Allowed requests of a company per second. */
export interface Limits {
  readonly reads: number;
  readonly writes: number;
}

export interface Allowance {
  readonly allowed: boolean;
  readonly policy: string;
  readonly left: string;
}

const SECONDS = 1;

/** Counts requests like the service: per company, in the memory of the process. */
export const countRequests = (limits: Limits) => {
  const counter = (use: keyof Limits) => {
    const windows = new Map<string, Window>();
    return ({ company_id: company }: Caller): Allowance => {
      const now = Date.now();
      let window = windows.get(company);
      if (!window || window.endsAt <= now) windows.set(company, (window = { used: 0, endsAt: now + SECONDS * 1_000 }));
      window.used += 1;
      const left = Math.max(0, limits[use] - window.used);
      return {
        allowed: window.used <= limits[use],
        policy: `"company-${use}";q=${limits[use]};w=${SECONDS}`,
        left: `"company-${use}";r=${left};t=${SECONDS}`,
      };
    };
  };
  return { reads: counter('reads'), writes: counter('writes') };
};

import type { Caller } from './callers.ts';
import { COUNT_EACH, COUNT_SHARE } from './statements.ts';
import type { Store } from './store.ts';

/** What is left of a limit. */
interface Quota {
  readonly name: string;
  readonly remaining: number;
  readonly endsAt: number;
}

interface Limit {
  readonly name: string;
  readonly requests: number;
}

interface Window extends Limit {
  left: number;
  endsAt: number;
  /** Requests let through that the database has not been told of. */
  untold: number;
}

interface Counted {
  readonly points: number;
  readonly expire: number;
}

/** Seconds of a window. */
const SECONDS = 10;
const MILLISECONDS = SECONDS * 1_000;

/** Reads are counted in the database a hundredth of the limit at a time. */
const SHARES = 100;

export interface Limits {
  readonly key: { readonly reads: number; readonly writes: number };
  readonly company: { readonly reads: number; readonly writes: number };
}

/** What a caller is told of its limits, and whether this request is within them. */
export interface Allowance {
  readonly allowed: boolean;
  readonly policy: string;
  readonly left: string;
}

/** Counts requests as the service does: reads in shares, each change where all processes count. */
export const countRequests = (store: Store, limits: Limits) => {
  const windows = new Map<string, Window>();
  const policyOf = (use: 'reads' | 'writes') =>
    (['key', 'company'] as const).map((of) => `"${of}-${use}";q=${limits[of][use]};w=${SECONDS}`).join(', ');
  const policies = { reads: policyOf('reads'), writes: policyOf('writes') };
  const allowance = (use: 'reads' | 'writes', quotas: readonly Quota[], now: number): Allowance => ({
    allowed: quotas.every(({ remaining }) => remaining >= 0),
    policy: policies[use],
    left: quotas
      .map(({ name, remaining, endsAt }) => {
        const seconds = Math.max(1, Math.ceil((endsAt - now) / 1_000));
        return `"${name}";r=${Math.max(0, remaining)};t=${seconds}`;
      })
      .join(', '),
  });

  const windowOf = (limit: Limit, who: string, now: number): Window => {
    const id = `${limit.name}:${who}`;
    const known = windows.get(id);
    if (known && known.endsAt > now) return known;
    const trust = Math.floor(limit.requests / SHARES);
    const window = { ...limit, left: trust, untold: trust, endsAt: now + MILLISECONDS };
    windows.set(id, window);
    return window;
  };
  const refill = async (window: Window, who: string, now: number): Promise<void> => {
    const share = Math.max(1, Math.floor(window.requests / SHARES));
    const values = [`${window.name}:${who}`, share + window.untold, now + MILLISECONDS, now];
    const [counted] = await store<Counted>(COUNT_SHARE, values);
    if (!counted) throw new Error('a count answers with what it has come to');
    window.endsAt = counted.expire;
    window.left += Math.max(0, Math.min(share, share + window.requests - counted.points));
    window.untold = 0;
  };
  const read = async (limit: Limit, who: string, now: number): Promise<Quota> => {
    const window = windowOf(limit, who, now);
    if (window.left <= 0) await refill(window, who, now);
    window.left -= 1;
    return { name: limit.name, remaining: window.left, endsAt: window.endsAt };
  };

  return {
    reads: async (caller: Caller): Promise<Allowance> => {
      const now = Date.now();
      const quotas = [
        await read({ name: 'key-reads', requests: limits.key.reads }, caller.id, now),
        await read({ name: 'company-reads', requests: limits.company.reads }, caller.company_id, now),
      ];
      return allowance('reads', quotas, now);
    },
    writes: async (caller: Caller): Promise<Allowance> => {
      const now = Date.now();
      const values = [`key-writes:${caller.id}`, `company-writes:${caller.company_id}`, now + MILLISECONDS, now];
      const [key, company] = await store<Counted>(COUNT_EACH, values);
      if (!key || !company) throw new Error('a count answers with what it has come to');
      const quotas = [
        { name: 'key-writes', remaining: limits.key.writes - key.points, endsAt: key.expire },
        { name: 'company-writes', remaining: limits.company.writes - company.points, endsAt: company.expire },
      ];
      return allowance('writes', quotas, now);
    },
  };
};

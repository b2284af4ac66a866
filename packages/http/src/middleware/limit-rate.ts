import { refuse } from '../answer.ts';
import type { Takes } from '../limits/request-limits.ts';
import { tellStandings, type Standing } from '../limits/standing.ts';
import type { ApiMiddleware } from '../state.ts';

/** Keeps one key, and one company, from taking the service away from the others. Changes count apart from reads. */
export const limitRate =
  (takes: Takes): ApiMiddleware =>
  async (ctx, next) => {
    const { caller } = ctx.state;
    if (!caller) return next();
    const use = ctx.method === 'GET' || ctx.method === 'HEAD' ? 'reads' : 'writes';
    const standings: Standing[] = [];
    // The key first: what it sends beyond its own limit takes nothing from the company's other keys.
    for (const [whose, who] of [
      ['key', caller.keyId],
      ['company', caller.companyId],
    ] as const) {
      const standing = await takes[`${whose}-${use}`]?.(who);
      if (standing) standings.push(standing);
      if (standing?.allowed === false) break;
    }
    tellStandings(ctx, standings);
    return standings.every(({ allowed }) => allowed) ? next() : refuse(ctx, { code: 'rate_limited' });
  };

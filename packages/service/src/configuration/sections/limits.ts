import { section } from '../section.ts';
import { whole } from '../variable.ts';

const LIMIT = 10_000_000;

/** How much callers may ask for, over all processes. */
export const LIMITS = section({
  title: 'Limits',
  properties: {
    RATE_LIMIT: whole('Reads one company may send in ten seconds.', 1, LIMIT, 40_000),
    RATE_LIMIT_WRITES: whole('Changes one company may send in ten seconds.', 1, LIMIT, 20_000),
    RATE_LIMIT_CALLER: whole('Reads one API key may send in ten seconds.', 1, LIMIT, 20_000),
    RATE_LIMIT_CALLER_WRITES: whole('Changes one API key may send in ten seconds.', 1, LIMIT, 10_000),
    RATE_LIMIT_PROOFS: whole('Papers one address may check in a minute.', 1, LIMIT, 300),
    RATE_LIMIT_UNAUTHORIZED: whole('Requests without a valid key one address may send in a minute.', 1, LIMIT, 300),
  },
});

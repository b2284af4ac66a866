import { section } from '../section.ts';
import { whole } from '../variable.ts';

const LIMIT = 10_000_000;

/** The default of `RATE_LIMIT_PAYER` outside a sandbox. */
export const OPENINGS_PER_PAYER = 20;

export const LIMITS = section({
  title: 'Limits',
  properties: {
    RATE_LIMIT: whole('Reads that one company may send to a process per second.', 1, LIMIT, 2_000),
    RATE_LIMIT_WRITES: whole('Writes that one company may send to a process per second.', 1, LIMIT, 500),
    RATE_LIMIT_AT_ONCE: whole(
      'Requests of one company that a process handles at once. Keep it below DATABASE_POOL, so that connections remain for other companies.',
      1,
      LIMIT,
      16,
    ),
    RATE_LIMIT_WAITING: whole(
      'Requests of one company beyond RATE_LIMIT_AT_ONCE that may wait for their turn in a process.',
      0,
      LIMIT,
      200,
    ),
    RATE_LIMIT_WAIT: whole('Seconds that a request may wait for its turn before it is refused.', 1, 60, 5),
    RATE_LIMIT_QUOTE: whole('Payments that may be opened for one quote within ten minutes.', 1, LIMIT, 10),
    RATE_LIMIT_PAYER: {
      type: 'integer',
      minimum: 1,
      maximum: LIMIT,
      description: `Payments that one company may open for one payer's number within ten minutes, per process. Default: ${OPENINGS_PER_PAYER}; unlimited in a sandbox.`,
    },
    RATE_LIMIT_PROOFS: whole('Papers that one IP address may check per minute.', 1, LIMIT, 300),
    RATE_LIMIT_UNAUTHORIZED: whole('Requests without a valid key per minute and IP address.', 1, LIMIT, 300),
  },
});

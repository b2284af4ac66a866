import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

/** At most so many requests of one caller in so many seconds, over all processes. */
export interface RequestLimit {
  /** Counts of different names do not meet. */
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Makes limiters that count in the database. One that refuses goes on refusing out of its own memory: a flood costs the
 * database nothing until its window is over. While the database is away each process counts for itself.
 */
export type RequestLimiters = (limit: RequestLimit) => RateLimiterAbstract;

export const requestLimiters =
  ({ pool }: Pick<Database, 'pool'>): RequestLimiters =>
  ({ name, requests, seconds }) => {
    const limit = { keyPrefix: name, points: requests, duration: seconds };
    return new RateLimiterPostgres({
      ...limit,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'request_count',
      tableCreated: true,
      inMemoryBlockOnConsumed: requests,
      insuranceLimiter: new RateLimiterMemory(limit),
    });
  };

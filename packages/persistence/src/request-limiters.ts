import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

/** At most so many requests of one caller in so many seconds, over all processes. */
export interface RequestLimit {
  /** Limits of different names count separately. */
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Makes limiters that count in the database. A limiter that has refused a caller goes on refusing from memory: a flood
 * costs the database nothing until the window ends. While the database is away each process counts for itself.
 */
export type RequestLimiters = (limit: RequestLimit) => RateLimiterAbstract;

export const requestLimiters =
  ({ pool }: Pick<Database, 'pool'>): RequestLimiters =>
  ({ name, requests, seconds }) => {
    return new RateLimiterPostgres({
      keyPrefix: name,
      points: requests,
      duration: seconds,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'request_count',
      tableCreated: true,
      inMemoryBlockOnConsumed: requests,
      insuranceLimiter: inMemory({ name, requests, seconds }),
    });
  };

export const inMemory = ({ name, requests, seconds }: RequestLimit): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix: name, points: requests, duration: seconds });

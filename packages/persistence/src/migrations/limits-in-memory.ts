import { steps } from './steps.ts';

/**
 * Requests are counted in the memory of each process. A process of the release before that still runs then counts in
 * memory as well, since it treats the missing table like a database that does not answer.
 */
export const LIMITS_IN_MEMORY = steps('0046', { 'request counts': ['drop table request_count'] });

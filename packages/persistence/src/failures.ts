import { OptimisticLockError } from '@mikro-orm/core';
import { StoreUnavailable } from '@vehicle-insurance/core';

/** Another unit of work was faster: serialization failure, deadlock, a unique row that both were about to insert. */
const CONFLICTS: readonly unknown[] = ['40001', '40P01', '23505'];

/** The server is not there for us: connection exceptions, no resources, shutting down or starting, idle too long. */
const GONE = /^(?:08|53|57P)...?$|^25P03$/;

const NETWORK = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/;

/** What the driver says, without a code, when a connection cannot be made or has ended. */
const ENDED =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (?:has encountered|was closed)|Cannot use a pool)/;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What a statement did not do because of another that has meanwhile undone its reason: to be begun again as well. */
export const conflict = (message: string): Error => Object.assign(new Error(message), { code: '40001' });

/** Whether the same work, begun again, would see what the other did and decide rightly. */
export const isConflict = (error: unknown): boolean =>
  error instanceof OptimisticLockError || CONFLICTS.includes(codeOf(error));

/** Whether the connection is gone, and with it the knowledge of what the server did last. */
export const isGone = (error: unknown): boolean => {
  const code = codeOf(error);
  return GONE.test(code) || NETWORK.test(code) || (error instanceof Error && ENDED.test(error.message));
};

/** Takes out of a database error the row it complains about: what is in it is nobody's business who reads a log. */
export const withoutRow = (error: unknown): unknown => {
  if (typeof error === 'object' && error !== null && 'detail' in error) error.detail = undefined;
  return error;
};

/** The error as the core knows it. */
export const asStoreFailure = (error: unknown): unknown =>
  isGone(error) ? new StoreUnavailable('the database cannot be reached; try again later', { cause: error }) : error;

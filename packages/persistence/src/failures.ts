import { OptimisticLockError } from '@mikro-orm/core';
import { StoreUnavailable } from '@vehicle-insurance/core';

const DEADLOCK = '40P01';

/** The server has undone the one so that the other could go on: serialization failure, deadlock. */
const UNDONE: readonly unknown[] = ['40001', DEADLOCK];

/** Another unit of work was faster, also with a unique row that both were about to insert. */
const CONFLICTS: readonly unknown[] = [...UNDONE, '23505'];

/** A standby, or a server that was made read-only: what it could say may be old, and another takes changes by now. */
const READ_ONLY = '25006';

/**
 * The server has given a statement up: it waited too long for a lock, or took too long. Nothing was done, and the
 * connection is as good as before. Not begun again here: the reason is still there, and who waits has waited enough.
 */
const TOO_SLOW: readonly unknown[] = ['55P03', '57014'];

/** The server is not there for us: connection exceptions, no resources, shutting down or starting, idle too long. */
const GONE = new RegExp(`^(?:08|53|57P)...?$|^25P03$|^${READ_ONLY}$`);

const NETWORK = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/;

/** What the driver says when each connection it may have is in use for too long. */
const NONE_FREE = 'timeout exceeded when trying to connect';

/** What the driver says of a server that has taken a statement and not answered in time. */
const SILENT = 'Query read timeout';

/** What the driver says, without a code, when a connection cannot be made or has ended. */
const ENDED = new RegExp(
  `^(?:Connection terminated|${SILENT}|${NONE_FREE}|Client (?:has encountered|was closed)|Cannot use a pool)`,
);

/** What a server says that knows no such setting, or cannot do what it asks for on its platform. */
const NOT_SETTABLE: readonly unknown[] = ['22023', '42704'];

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** What a statement did not do because of another that has meanwhile undone its reason: to be begun again as well. */
export const conflict = (message: string): Error => Object.assign(new Error(message), { code: '40001' });

/** What a server that takes no changes answers to one, for a server that was asked whether it does. */
export const readOnly = (): Error => Object.assign(new Error('the server is read-only'), { code: READ_ONLY });

/** Whether the same work, begun again, would see what the other did and decide rightly. */
export const isConflict = (error: unknown): boolean =>
  error instanceof OptimisticLockError || CONFLICTS.includes(codeOf(error));

/** Whether the connection is of no use any more, or gone, and with it the knowledge of what the server did last. */
export const isGone = (error: unknown): boolean =>
  GONE.test(codeOf(error)) || NETWORK.test(codeOf(error)) || ENDED.test(messageOf(error));

export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Whether the server has undone the work for the sake of another's, and would do it when asked once more. */
export const isUndone = (error: unknown): boolean => UNDONE.includes(codeOf(error));

/** Whether a lock was not to be had: not in time, or never, since its holder waited for one of ours. */
export const isLocked = (error: unknown): boolean => ['55P03', DEADLOCK].includes(codeOf(error));

export const isNotSettable = (error: unknown): boolean => NOT_SETTABLE.includes(codeOf(error));

/** Takes out of a database error the row it complains about: what is in it is nobody's business who reads a log. */
export const withoutRow = (error: unknown): unknown => {
  if (typeof error === 'object' && error !== null && 'detail' in error) error.detail = undefined;
  return error;
};

/** The error as the core knows it. */
export const asStoreFailure = (error: unknown): unknown =>
  isGone(error) || TOO_SLOW.includes(codeOf(error))
    ? new StoreUnavailable(`${inWords(error)}; try again later`, { cause: error })
    : error;

const inWords = (error: unknown): string => {
  const [code, message] = [codeOf(error), messageOf(error)];
  if (code === READ_ONLY) return 'the database takes no changes: it is a standby, or was made read-only';
  if (code === '55P03') return 'another session of the database has locked what is needed';
  if (code === '57014') return 'the database took too long';
  if (code === '53300') return 'the database has no connection left';
  if (message === NONE_FREE) return 'no connection to the database is free';
  return message === SILENT ? 'the database does not answer' : 'the database cannot be reached';
};

import { StoreUnavailable } from '@vehicle-insurance/core';

const DEADLOCK = '40P01';
const TAKEN = '23505';
const NOT_LOCKED = '55P03';
const CANCELLED = '57014';
const LOST = '08006';

/** The server rolled a transaction back in favour of another, because of a serialization failure or a deadlock. */
const UNDONE: readonly unknown[] = ['40001', DEADLOCK];

/** Another unit of work was faster, for example by inserting the same unique row. */
const CONFLICTS: readonly unknown[] = [...UNDONE, TAKEN];

/** A standby, or a server that was made read-only. Its data may be old, and another server is probably the primary. */
const READ_ONLY = '25006';

/**
 * The server cancelled a statement that waited too long for a lock, or ran too long. The statement had no effect, and
 * the connection is intact. The statement is not retried, because the cause probably remains, and the caller has waited
 * long enough.
 */
const TOO_SLOW: readonly unknown[] = [NOT_LOCKED, CANCELLED];

/**
 * The server is not available: connection exceptions, no resources, shutting down or starting, idle for too long,
 * read-only.
 */
const GONE = new RegExp(`^(?:08|53|57P)...?$|^25P03$|^${READ_ONLY}$`);

const NETWORK = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/;

/** The driver's message if all connections stay in use for too long. */
const NONE_FREE = 'timeout exceeded when trying to connect';

/** The message if a server has not answered a statement in time; the driver uses the same message. */
const SILENT = 'Query read timeout';

/** The driver's messages, without a code, if a connection cannot be made or has ended. */
const ENDED = new RegExp(
  `^(?:Connection terminated|${SILENT}|${NONE_FREE}|Client (?:has encountered|was closed)|Cannot use a pool)`,
);

/** The server does not know a setting, or does not support the setting on its platform. */
const NOT_SETTABLE: readonly unknown[] = ['22023', '42704'];

/**
 * A node may fail while the coordinator copies rows to the node, for example by an INSERT from a SELECT. The
 * coordinator then reports only a message in the server's language, or that the copy failed. This table maps such a
 * message, if it is in English, to the code of the node's failure.
 */
const ON_A_NODE: Readonly<Record<string, readonly (readonly [message: RegExp, code: string])[]>> = {
  XX000: [
    // The name of the index ends with the number of a shard.
    [/\b(?:(?:quote|contract)_in_vehicle|quote_pkey|vehicle_(?:pkey|licence_plate|external_id))_\d+\b/, TAKEN],
    [/^deadlock detected/, DEADLOCK],
    [/^canceling statement due to lock timeout/, NOT_LOCKED],
    [/^canceling statement due to/, CANCELLED],
    // The schema has no deferred constraint. So a commit fails only if its node is lost, possibly after the commit.
    [/^(?:terminating connection|failed to prepare transaction|could not commit transaction for shard)/, LOST],
    [/^(?:failure on connection marked as essential|could not connect to any|postmaster was shut down)/, LOST],
    // Messages of PostgreSQL's client library.
    [
      /^(?:server closed the connection|SSL |could not (?:receive|send) data|no connection to|connection not open|invalid socket)/,
      LOST,
    ],
  ],
  '58030': [[/^failed to (?:complete COPY on|COPY to shard)/, LOST]],
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return '';
  const { code } = error;
  return ON_A_NODE[code]?.find(([message]) => message.test(messageOf(error)))?.[1] ?? code;
};

/**
 * The error if another unit of work was faster, for example in changing the same row. The unit of work is retried, as
 * after any conflict.
 */
export const conflict = (message: string): Error => Object.assign(new Error(message), { code: '40001' });

/** The error of a statement that the server has not answered in time. The caller must close the connection. */
export const silent = (): Error => new Error(SILENT);

/** The error that a change on a read-only server would cause, thrown before any change is tried. */
export const readOnly = (): Error => Object.assign(new Error('the server is read-only'), { code: READ_ONLY });

/**
 * Whether a migration has changed the result type of a statement prepared on this connection. On another connection,
 * the statement succeeds. Only the server's routine identifies this error: the message is in the server's language, and
 * the code has many other causes.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';

/** Whether another transaction or a migration made the work fail, so that a retry may succeed. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes(codeOf(error)) || isOutdated(error);

/**
 * Whether the connection is lost or unusable, or the server is unavailable or read-only. The result of the last
 * statement may be unknown.
 */
export const isGone = (error: unknown): boolean =>
  GONE.test(codeOf(error)) || NETWORK.test(codeOf(error)) || ENDED.test(messageOf(error));

export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Whether the server rolled the work back in favour of another transaction, so that a retry would succeed. */
export const isUndone = (error: unknown): boolean => UNDONE.includes(codeOf(error));

/** Whether a lock was not granted, because of a time-out or a deadlock. */
export const isLocked = (error: unknown): boolean => [NOT_LOCKED, DEADLOCK].includes(codeOf(error));

export const isNotSettable = (error: unknown): boolean => NOT_SETTABLE.includes(codeOf(error));

/** Removes the row from a database error, because personal data must not get into a log. */
export const withoutRow = (error: unknown): unknown => {
  if (typeof error === 'object' && error !== null && 'detail' in error) error.detail = undefined;
  return error;
};

/** Translates an unavailable or slow database into the core's error. Returns any other error unchanged. */
export const asStoreFailure = (error: unknown): unknown =>
  isGone(error) || TOO_SLOW.includes(codeOf(error))
    ? new StoreUnavailable(`${inWords(error)}; try again later`, { cause: error })
    : error;

const inWords = (error: unknown): string => {
  const [code, message] = [codeOf(error), messageOf(error)];
  if (code === READ_ONLY) return 'the database accepts no changes: it is a standby, or was made read-only';
  if (code === NOT_LOCKED) return 'another session of the database holds the lock that is needed';
  if (code === CANCELLED) return 'the database took too long';
  if (code === '53300') return 'the database has no connection left';
  if (message === NONE_FREE) return 'no connection to the database is free';
  return message === SILENT ? 'the database does not answer' : 'the database cannot be reached';
};

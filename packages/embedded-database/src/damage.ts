const REMEDY = 'Restore the folder from a backup, or remove it to begin with an empty database.';

/** Reasons for which a server does not start although its data is intact, with what to do. */
const LACKS: readonly (readonly [lack: RegExp, remedy: string])[] = [
  [/No space left|Disk quota exceeded/, 'Free some disk space, and start again. The data is intact.'],
  [
    /Permission denied|Operation not permitted|Read-only file system|wrong ownership|invalid permissions/,
    'Correct its permissions, and start again.',
  ],
  [/Cannot allocate memory|shared memory|Too many open files/, 'Raise that limit of the machine, and start again.'],
  [
    /not compatible with|incompatible with server/,
    'Start it with the PostgreSQL version that wrote it, or restore a backup of this version.',
  ],
  [/could not access directory/, 'If its disk is not mounted, mount the disk and start again.'],
];

/** The error if the server in the folder does not start, with the reason from the server's output. */
export const startError = (dir: string, said: string): Error => {
  const reason = reasonIn(said);
  const remedy = LACKS.find(([lack]) => lack.test(reason))?.[1] ?? REMEDY;
  return new Error(`The database in ${dir} does not start: ${reason} ${remedy}`);
};

/** The error if the password is missing, empty or unreadable. Without `cause`, the password is empty. */
export const incomplete = (dir: string, cause: unknown): Error => {
  const isGone = cause === undefined || (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT');
  const said = isGone
    ? `has lost its password. ${REMEDY}`
    : 'has a password file that cannot be read. Correct its permissions, and start again.';
  return new Error(`The database in ${dir} ${said}`, { cause });
};

/** The error if the folder has no database yet, and creating a database failed. */
export const creationError = (dir: string, said: string): Error =>
  new Error(
    `No database could be created in ${dir}: ${reasonIn(said)} Free disk space or correct the permissions, and start again.`,
  );

const reasonIn = (said: string): string => {
  const reason = /(?:FATAL|PANIC|error|postgres):\s+(.+)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1) ?? '';
  return reason.replace(/\.?$/, '.');
};

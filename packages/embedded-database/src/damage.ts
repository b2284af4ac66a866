/** What a person can do about a database that does not start. */
const REMEDY = 'Put the folder back from a backup, or remove it to begin with an empty database.';

/** Shortages and faults of the machine, which leave the data as it was. */
const LACKS: readonly (readonly [lack: RegExp, remedy: string])[] = [
  [/No space left|Disk quota exceeded/, 'Make room, and start again: the data is as it was.'],
  [
    /Permission denied|Operation not permitted|Read-only file system|wrong ownership|invalid permissions/,
    'Correct its rights, and start again.',
  ],
  [/Cannot allocate memory|shared memory|Too many open files/, 'Give the machine more of it, and start again.'],
  [
    /not compatible with|incompatible with server/,
    'Start it with the version that wrote it, or put back a backup of this one.',
  ],
  [/could not access directory/, 'Is it on a disk that is not mounted? Mount it, and start again.'],
];

/** The error when the server in the folder has given up, with the reason found in its output. */
export const notStarted = (dir: string, said: string): Error => {
  const reason = reasonIn(said);
  const remedy = LACKS.find(([lack]) => lack.test(reason))?.[1] ?? REMEDY;
  return new Error(`The database in ${dir} does not start: ${reason} ${remedy}`);
};

/** The error when the password is missing, empty (without a cause), or cannot be read. */
export const incomplete = (dir: string, cause: unknown): Error => {
  const isGone = cause === undefined || (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT');
  const said = isGone
    ? `has lost its password. ${REMEDY}`
    : 'keeps its password where it cannot be read. Correct its rights, and start again.';
  return new Error(`The database in ${dir} ${said}`, { cause });
};

/** The error when there is no database in the folder yet, and none could be made. */
export const notMade = (dir: string, said: string): Error =>
  new Error(`No database could be made in ${dir}: ${reasonIn(said)} Make room or correct its rights, and start again.`);

const reasonIn = (said: string): string => {
  const reason = /(?:FATAL|PANIC|error|postgres):\s+(.+)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1) ?? '';
  return reason.replace(/\.?$/, '.');
};

/** What a person does with a database that does not come up. */
const REMEDY = 'Put the folder back from a backup, or remove it to begin with an empty database.';

/** What is said when the server in the folder has given up, with its own reason out of all it said. */
export const notStarted = (dir: string, said: string): Error =>
  new Error(`The database in ${dir} does not start: ${reasonIn(said)} ${REMEDY}`);

/** What is said when a part of the folder is gone. */
export const incomplete = (dir: string, cause: unknown): Error =>
  new Error(`The database in ${dir} has lost its password. ${REMEDY}`, { cause });

/** What is said when there is no database in the folder yet, and none could be made. */
export const notMade = (dir: string, said: string): Error =>
  new Error(`No database could be made in ${dir}: ${reasonIn(said)} Make room or correct its rights, and start again.`);

const reasonIn = (said: string): string => {
  const reason = /(?:FATAL|PANIC|error):\s+(.+)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1) ?? '';
  return reason.replace(/\.?$/, '.');
};

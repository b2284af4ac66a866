/** What a person does with a database that does not come up. */
const REMEDY = 'Put the folder back from a backup, or remove it to begin with an empty database.';

/** What is said when the server in the folder has given up, with its own reason out of all it said. */
export const notStarted = (dir: string, said: string): Error => {
  const reason = /(?:FATAL|PANIC):\s+(.+)/.exec(said)?.[1] ?? said.split('\n').at(-1) ?? '';
  return new Error(`The database in ${dir} does not start: ${reason.replace(/\.?$/, '.')} ${REMEDY}`);
};

/** What is said when a part of the folder is gone. */
export const incomplete = (dir: string, cause: unknown): Error =>
  new Error(`The database in ${dir} has lost its password. ${REMEDY}`, { cause });

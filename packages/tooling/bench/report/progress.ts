/** Reports progress on stderr, because stdout is for the tables. */
export const reportProgress = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

/** Says on stderr how far the run is: stdout is for the tables. */
export const say = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

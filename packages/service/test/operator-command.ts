import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE_COMPILE_CACHE } from './processes/compile-cache.ts';

const MAIN = fileURLToPath(new URL('../src/operator/main.ts', import.meta.url));

/** What the operator's command has done. */
export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The operator's command, run as a process of its own on a sandbox's folder. */
export interface OperatorCommand {
  run(...words: readonly string[]): Promise<Ran>;
  /** What a verb that must succeed prints for machines: nothing else may be on its standard output. */
  json<Printed>(...words: readonly string[]): Promise<Printed>;
  /** What a verb that must succeed prints for people. */
  text(...words: readonly string[]): Promise<string>;
  /** The one line by which a verb that must fail says so. */
  refusal(...words: readonly string[]): Promise<string>;
}

export const operatorOn = (dataDir: string, environment: Readonly<Record<string, string>> = {}): OperatorCommand => {
  const run = (...words: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, NODE_COMPILE_CACHE, ...environment };
      execFile(process.execPath, [MAIN, ...words], { env, timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ status: error ? Number(error.code ?? -1) : 0, stdout, stderr });
      });
    });
  const succeed = async (words: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await run(...words);
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
    return stdout;
  };
  return {
    run,
    json: async <Printed>(...words: readonly string[]) => JSON.parse(await succeed([...words, '--json'])) as Printed,
    text: (...words) => succeed(words),
    refusal: async (...words) => {
      const { status, stdout, stderr } = await run(...words);
      if (status !== 1 || stdout !== '' || !/^[^\n]+\n$/.test(stderr))
        throw new Error(`${words.join(' ')} ended with ${status}, printed ${stdout} and complained: ${stderr}`);
      return stderr.trim();
    },
  };
};

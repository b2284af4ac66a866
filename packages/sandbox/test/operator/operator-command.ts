import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runOperator } from '@vehicle-insurance/operator';
import { operatorInfrastructure } from '../../src/operator-infrastructure.ts';
import { webhookNouns } from '../../src/webhook-nouns.ts';
import { NODE_COMPILE_CACHE } from '../processes/compile-cache.ts';

const MAIN = fileURLToPath(new URL('../../src/operator.ts', import.meta.url));

/** What the operator's command has done. */
export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The operator's command, run on a sandbox's folder. */
export interface OperatorCommand {
  run(...words: readonly string[]): Promise<Ran>;
  /** What a command that must succeed prints for machines: its standard output contains nothing else. */
  json<Printed>(...words: readonly string[]): Promise<Printed>;
  /** What a command that must succeed prints for people. */
  text(...words: readonly string[]): Promise<string>;
  /** The one line with which a command that must fail says so. */
  refusal(...words: readonly string[]): Promise<string>;
}

type Environment = Readonly<Record<string, string | undefined>>;
type RunIn = (environment: Environment, words: readonly string[]) => Promise<Ran>;

/** The program in this process: starting one takes longer than most of what is asked of it. */
const inThisProcess: RunIn = async (environment, words) => {
  let [stdout, stderr] = ['', ''];
  const terminal = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
  };
  const status = await runOperator(words, environment, operatorInfrastructure, terminal, webhookNouns(environment));
  return { status, stdout, stderr };
};

const inItsOwnProcess: RunIn = (environment, words) =>
  new Promise((resolve) => {
    const env = { ...environment, PATH: process.env['PATH'], NODE_COMPILE_CACHE };
    execFile(process.execPath, [MAIN, ...words], { env, timeout: 150_000 }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });

const commandIn =
  (runIn: RunIn) =>
  (dataDir: string, environment: Environment = {}): OperatorCommand => {
    const run = (...words: readonly string[]): Promise<Ran> => runIn({ DATA_DIR: dataDir, ...environment }, words);
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

/** The operator's command on a sandbox's folder. */
export const operatorOn = commandIn(inThisProcess);

/** The same as people run it: each command a process of its own, on a sandbox that runs or not. */
export const operatorProcessOn = commandIn(inItsOwnProcess);

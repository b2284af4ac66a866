import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runOperator } from '@vehicle-insurance/operator';
import { captured, commandBy, type OperatorCommand, type CommandResult } from '../../../operator/test/command.ts';
import { operatorContext } from '../../src/operator-infrastructure.ts';
import { webhookNouns } from '../../src/webhook-nouns.ts';
import { NODE_COMPILE_CACHE } from '../processes/compile-cache.ts';

export type { OperatorCommand };

const MAIN = fileURLToPath(new URL('../../src/operator.ts', import.meta.url));

type Environment = Readonly<Record<string, string | undefined>>;
type RunIn = (environment: Environment, words: readonly string[]) => Promise<CommandResult>;

/** Runs the program in this process, since starting a process takes longer than most commands. */
const inThisProcess: RunIn = (environment, words) =>
  captured((terminal) => runOperator(words, environment, operatorContext, terminal, webhookNouns(environment)));

const inItsOwnProcess: RunIn = (environment, words) =>
  new Promise((resolve) => {
    const env = { ...environment, PATH: process.env['PATH'], NODE_COMPILE_CACHE };
    execFile(process.execPath, [MAIN, ...words], { env, timeout: 150_000 }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });

const commandIn =
  (runIn: RunIn) =>
  (dataDir: string, environment: Environment = {}): OperatorCommand =>
    commandBy((words) => runIn({ DATA_DIR: dataDir, ...environment }, words));

export const operatorOn = commandIn(inThisProcess);

/** The same in a separate process for each command, as people run it, on a running or stopped sandbox. */
export const operatorProcessOn = commandIn(inItsOwnProcess);

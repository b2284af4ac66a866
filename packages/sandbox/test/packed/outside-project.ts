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
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** The modules that a program can import from these packages. */
export const entryPoints = (libraries: readonly string[]): readonly string[] =>
  libraries.flatMap((name) =>
    Object.keys(manifestOf(`packages/${name}`).exports)
      .filter((path) => !path.includes('*'))
      .map((path) => `@vehicle-insurance/${name}${path.slice(1)}`),
  );

const OURS = '@vehicle-insurance/';

/** These packages and all of ours that they depend on. */
export const withDependencies = (names: readonly string[], found = new Set<string>()): readonly string[] => {
  for (const name of names)
    if (!found.has(name)) {
      found.add(name);
      const { dependencies = {} } = manifestOf(`packages/${name}`);
      const ours = Object.keys(dependencies).filter((each) => each.startsWith(OURS));
      withDependencies(
        ours.map((each) => each.slice(OURS.length)),
        found,
      );
    }
  return [...found];
};

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
      .filter((peer) => !peer.startsWith(OURS))
      .map((peer) => `${peer}@${peerDependencies[peer] ?? ''}`);
  });

const addExamples = (folder: string, library: string): void => {
  const page = readFileSync(join(ROOT, 'packages', library, 'README.md'), 'utf8');
  const examples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  if (examples.length === 0) throw new Error(`packages/${library}/README.md contains no example: add one`);
  examples.forEach((code, at) => writeFileSync(join(folder, `${library}-${at}.ts`), code));
};

/** Without install scripts, which several package managers do not run. */
const QUIETLY = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

export const outsideProject = async (libraries: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'));
  // npm exports its own prefix to its scripts, and another npm would use it. Also without this run's test server: the
  // project has its own.
  const { npm_config_local_prefix: _, TEST_SERVER_ASK_AT: __, ...env } = process.env;
  const start = promisify(execFile);
  const run = async (program: string, words: readonly string[], inside = '.', more = {}): Promise<string> => {
    const said = await start(program, words, { cwd: join(folder, inside), env: { ...env, ...more } }).catch(
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
    await run('npm', ['install', ...QUIETLY, ...wanted, ...others]);
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
      const imported = entryPoints(all).map((name, at) => `export * as entry${at} from '${name}';\n`);
      writeFileSync(join(folder, 'every-entry-point.ts'), imported.join(''));
    },
    addPackages: (...names: readonly string[]) => install(names, []),
    /** Installs programs of others, which the workspace does not have. */
    addTools: (...tools: readonly string[]) => run('npm', ['install', ...QUIETLY, ...tools]),
    /** Copies a folder of the documentation's examples. */
    addExample: (example: string) =>
      cpSync(join(ROOT, 'docs/examples', example), join(folder, basename(example)), { recursive: true }),
    folder,
    runIn: (inside: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      run(process.execPath, words, inside, more),
    run: (...words: readonly string[]) => run(process.execPath, words),
    compile: (settings: string) => run(process.execPath, [TSC, '--project', settings]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

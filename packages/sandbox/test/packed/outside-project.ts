import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');
const TARBALLS = join(ROOT, 'dist');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const FILES = join(import.meta.dirname, 'outside');
const EXAMPLES = ['core-alone.ts', 'client-journey.ts'];
const NAME = /^vehicle-insurance-(.+)-\d+\.\d+\.\d+\.tgz$/;

/** Another project: installed tarballs, a few files that use them, and the examples of their READMEs. */
export interface OutsideProject {
  /** Runs a file of the project, or a script, and gives what it said; fails with it when it fails. */
  run(...words: readonly string[]): Promise<string>;
  /** Type-checks the project by one of its settings. */
  compile(settings: string): Promise<string>;
  remove(): void;
}

/** The tarballs that `npm run packages` has made, by the names of their packages. */
export const tarballs = (): ReadonlyMap<string, string> => {
  if (!existsSync(TARBALLS)) throw new Error('Nothing was packed: run npm run packages');
  return new Map(readdirSync(TARBALLS).map((file) => [NAME.exec(file)?.[1] ?? file, join(TARBALLS, file)]));
};

const notPacked = (name: string): never => {
  throw new Error(`${name} was not packed: run npm run packages`);
};

/** What a library's README shows, as files of the project. */
const addExamples = (folder: string, library: string): void => {
  const page = readFileSync(join(ROOT, 'packages', library, 'README.md'), 'utf8');
  const examples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  if (examples.length === 0) throw new Error(`packages/${library}/README.md shows nothing: add an example`);
  examples.forEach((code, at) => writeFileSync(join(folder, `${library}-${at}.ts`), code));
};

/** Installs the libraries in an empty folder, from what npm has in its cache where it can. */
export const outsideProject = async (libraries: readonly string[]): Promise<OutsideProject> => {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'));
  // npm tells the scripts it runs where it works itself: another npm would work there too.
  const { npm_config_local_prefix: _, ...env } = process.env;
  const start = promisify(execFile);
  const run = async (program: string, words: readonly string[]): Promise<string> => {
    const said = await start(program, words, { cwd: folder, env }).catch(
      (failure: Error & { stdout: string; stderr: string }) => {
        throw new Error(`${basename(program)} ${words.join(' ')} failed:\n${failure.stdout}${failure.stderr}`);
      },
    );
    return said.stdout;
  };

  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: Record<string, string> };
  const packed = tarballs();
  const wanted = libraries.map((name) => packed.get(name) ?? notPacked(name));
  cpSync(FILES, folder, { recursive: true });
  for (const example of EXAMPLES) cpSync(join(ROOT, 'docs/examples', example), join(folder, example));
  for (const name of libraries) addExamples(folder, name);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'outside', private: true, type: 'module' }));
  const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quietly, ...wanted, `@types/node@${devDependencies['@types/node'] ?? ''}`]);
  return {
    run: (...words) => run(process.execPath, words),
    compile: (settings) => run(process.execPath, [TSC, '--project', settings]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Part } from './parts.ts';
import type { Report } from './report.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** Compatible versions: Stryker's runner uses internal files of mocha, which later versions have moved. */
const TOOLS = ['@stryker-mutator/core@10.0.0', '@stryker-mutator/mocha-runner@10.0.0', 'mocha@11.8.0'];

/** A fifth of the usual number. */
export const HISTORIES = '100';

/** Each mutant is tested with the same random values. */
const SAME_SEED = ['./packages/tooling/src/same-seed.mjs'];

export type Copy = ReturnType<typeof copyProject>;

/** Copies the files that git knows, in their present state. Takes about a minute. */
export const copyProject = () => {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'mutation-')));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of files.toString().split('\0').filter(Boolean))
    cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  const npm = (...words: readonly string[]): void =>
    void execFileSync('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: copy,
      stdio: 'inherit',
    });
  npm('ci');
  npm('install', '--no-save', ...TOOLS);
  writeFileSync(join(copy, 'mocha.json'), JSON.stringify({ extension: ['ts'], require: SAME_SEED, timeout: 15_000 }));

  return {
    run: async ({ mutate, spec, least }: Pick<Part, 'mutate' | 'spec' | 'least'>) => {
      const config = {
        testRunner: 'mocha',
        inPlace: true,
        mutate,
        mochaOptions: { spec, config: 'mocha.json' },
        coverageAnalysis: 'perTest',
        // Each mutant of code that runs while a module loads would need a new process and all tests.
        ignoreStatic: true,
        disableTypeChecks: false,
        timeoutMS: 3_000,
        concurrency: 2,
        reporters: ['json', 'progress-append-only'],
        jsonReporter: { fileName: 'report.json' },
      };
      writeFileSync(join(copy, 'stryker.json'), JSON.stringify(config));
      const program = join(copy, 'packages/tooling/test/mutation/stryker-with-numbers.ts');
      const stryker = spawn(process.execPath, [program, 'run', 'stryker.json'], {
        cwd: copy,
        env: { ...process.env, HISTORIES, ...(least === undefined ? { ONLY_NUMBERS: 'yes' } : {}) },
        stdio: 'inherit',
      });
      const [status] = (await once(stryker, 'exit')) as [number | null];
      if (status !== 0) throw new Error(`the mutation run ended with status ${status}: see its output above`);
      return JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8')) as Report;
    },
    remove: () => rmSync(copy, { recursive: true }),
  };
};

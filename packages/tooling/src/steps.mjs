import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// The commands of package.json that consist of named steps. `npm run check` runs every step of `check` in order and
// stops at the first failure. `npm run check -- lint` runs only that step, with the arguments that follow.

/** Steps that need a system program. They run only if they are named. */
const BY_NAME_ONLY = ['pictures'];

/** The native compiler. `tsc` itself may belong to the package `typescript`, whose API the tests use. */
const TSC = 'node node_modules/typescript-native/bin/tsc';

const STEPS = {
  check: {
    types: [`${TSC} -b`],
    lint: ['oxlint'],
    format: ['oxfmt --check .'],
    imports: ['depcruise packages --config .dependency-cruiser.cjs'],
    unused: ['knip --no-progress'],
  },
  build: {
    programs: ['node packages/tooling/src/build-programs.mjs'],
    packages: [`${TSC} -b`, 'node packages/tooling/src/packing/pack-libraries.mjs'],
  },
  docs: {
    configuration: ['node packages/service/test/configuration/write-reference.ts'],
    checklist: ['node packages/tooling/test/checklist/write-page.ts'],
    architecture: ['node packages/tooling/test/architecture/write-picture.ts'],
    reference: ['node packages/http/test/generate-guides.ts', 'node packages/http/test/generate-postman.ts'],
    examples: ['node packages/sandbox/test/docs/write-pages.ts', 'oxfmt docs'],
    pictures: [
      'node packages/sandbox/test/pictures/write-pictures.ts',
      'node packages/sandbox/test/pictures/write-console-pictures.ts',
    ],
  },
  bench: {
    requests: ['node packages/tooling/bench/main.ts'],
    journeys: ['node packages/tooling/bench/journeys/main.ts'],
    fairness: ['node packages/tooling/bench/fairness/main.ts'],
    search: ['node packages/tooling/bench/search/main.ts'],
    lists: ['node packages/persistence/test/measure/lists.ts'],
    pages: ['node packages/tooling/bench/pages/main.ts'],
    papers: ['node packages/contract-document/test/measure/cpu.ts'],
    start: ['node packages/tooling/src/build-programs.mjs', 'node packages/tooling/bench/start/main.ts'],
  },
};

const [command, named, ...words] = process.argv.slice(2);
const steps = STEPS[command];
const names = named === undefined ? Object.keys(steps).filter((name) => !BY_NAME_ONLY.includes(name)) : [named];

// npm puts the project's own Node first on the PATH. Without npm, an older Node may run this file.
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const env = { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) };

const run = (line, more) => {
  const [program, ...given] = line.split(' ');
  const { status, signal, error } = spawnSync(program, [...given, ...more], { stdio: 'inherit', cwd: root, env });
  if (error) console.error(`${program} cannot be run. Run \`npm test\` first: it installs the missing packages.`);
  return signal === null ? (status ?? 1) : 1;
};

for (const name of names) {
  const lines = steps[name];
  if (lines === undefined) {
    console.error(`There is no step ${name}. The steps of ${command} are: ${Object.keys(steps).join(', ')}.`);
    process.exit(2);
  }
  if (named === undefined) console.error(`== ${name}`);
  // Arguments after a step's name are passed to the step's last program.
  const status = lines.reduce((failed, line, at) => failed || run(line, at === lines.length - 1 ? words : []), 0);
  if (status !== 0) process.exit(status);
}

import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const OXLINT = join(root, 'node_modules/oxlint/bin/oxlint');
const TYPES = {
  compilerOptions: { strict: true, module: 'NodeNext', lib: ['ES2024'], types: [] },
  include: ['packages'],
};

const REFUSED: readonly (readonly [where: string, code: string, advice: RegExp])[] = [
  ['packages/core/src/index.ts', 'export const at = Date.now();', /Clock/],
  ['packages/core/src/index.ts', 'export const at = new Date();', /Clock/],
  ['packages/core/src/index.ts', 'export const at = Temporal.Now.instant();', /Clock/],
  ['packages/core/src/index.ts', 'setTimeout(() => undefined, 1);', /Clock/],
  ['packages/core/src/index.ts', 'export const dice = Math.random();', /Chance/],
  ['packages/embedded-database/src/index.ts', 'export const port = process.env["PORT"];', /packages\/service/],
  ['packages/embedded-database/src/index.ts', 'export const { env } = process;', /packages\/service/],
  [
    'packages/embedded-database/src/index.ts',
    'import { env } from "node:process"; export const e = env;',
    /packages\/service/,
  ],
  ['packages/embedded-database/src/index.ts', 'Promise.resolve(1);', /Promises must be/],
  ['packages/embedded-database/src/index.ts', 'export const x: any = 1;', /any/],
  ['packages/embedded-database/src/index.ts', 'export {};\n'.repeat(301), /300/],
  [
    'packages/operator/src/commands/work.ts',
    'export const run = (it: { unitOfWork: object }) => it.unitOfWork;',
    /use case/,
  ],
  [
    'packages/console/src/index.ts',
    'export const run = ({ unitOfWork }: { unitOfWork: object }) => unitOfWork;',
    /use case/,
  ],
  ['packages/testkit/test/fakes.test.ts', 'describe.only("x", () => undefined);', /\.only/],
];

describe('the lint rules', () => {
  let folder: string;
  let reports: readonly { readonly filename: string; readonly message: string; readonly help?: string }[];

  const fileOf = (at: number): string => (REFUSED[at]?.[0] ?? '').replace(/[^/]*$/, (name) => `case-${at}-${name}`);

  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(join(tmpdir(), 'linted-'));
    await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TYPES));
    for (const [at, [, code]] of REFUSED.entries()) {
      await mkdir(dirname(join(folder, fileOf(at))), { recursive: true });
      await writeFile(join(folder, fileOf(at)), code);
    }
    const { stdout } = spawnSync(process.execPath, [OXLINT, '--format', 'json'], { cwd: folder, encoding: 'utf8' });
    ({ diagnostics: reports } = JSON.parse(stdout) as { diagnostics: typeof reports });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [at, [where, code, advice]] of REFUSED.entries())
    it(`reject ${code.split('\n')[0]} in ${where}`, () => {
      const own = reports.filter(({ filename }) => filename === fileOf(at));
      expect(own.map(({ message, help }) => `${message} ${help}`).join('\n')).to.match(advice);
    });
});

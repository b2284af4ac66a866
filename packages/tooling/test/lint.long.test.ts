import { expect } from 'chai';
import { ESLint } from 'eslint';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

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
  const eslint = new ESLint({ cwd: root });

  for (const [where, code, advice] of REFUSED)
    it(`refuse ${code.split('\n')[0]} in ${where}`, async () => {
      const [result] = await eslint.lintText(code, { filePath: where });
      expect(result?.messages.map(({ message }) => message).join('\n')).to.match(advice);
    }).timeout(60_000);
});

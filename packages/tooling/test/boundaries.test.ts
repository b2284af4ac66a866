import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Files {
  readonly path?: string;
  readonly pathNot?: string;
}

const { forbidden } = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`) as {
  forbidden: readonly { readonly from: Files & { readonly path: string }; readonly to: Files }[];
};

/** Packages that may import any other: the sandbox and the tooling. */
const ON_TOP = ['sandbox', 'tooling'];

/** Folders whose subfolders are ordered: of two, one may import the other, but not both. */
const ORDERED = ['core/src', 'core/src/domain', 'persistence/src'];

const foldersIn = (path: string): readonly string[] =>
  readdirSync(`${root}packages/${path}`, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? [each.name] : [],
  );

const isAbout = ({ path = '^$', pathNot = '^$' }: Files, file: string): boolean =>
  new RegExp(path).test(file) && !new RegExp(pathNot).test(file);

describe('the import rules', () => {
  for (const folder of ORDERED)
    it(`allow imports between two folders of ${folder} in one direction only`, () => {
      const rules = forbidden.filter(({ to }) => to.pathNot === undefined);
      const fileIn = (name: string): string => `packages/${folder}/${name}/any.ts`;
      const mayUse = (name: string, other: string): boolean =>
        !rules.some(({ from, to }) => isAbout(from, fileIn(name)) && isAbout(to, fileIn(other)));
      const names = foldersIn(folder);
      const pairs = names.flatMap((name) =>
        names.filter((other) => other < name).map((other) => [name, other] as const),
      );
      expect(pairs).to.have.length.above(10);
      expect(pairs.filter(([name, other]) => mayUse(name, other) === mayUse(other, name))).to.deep.equal([]);
    });

  it('cover every package', () => {
    const own = forbidden.filter(({ from }) => !isAbout(from, 'packages/any/src/any.ts'));
    const uncovered = foldersIn('.').filter(
      (name) => !own.some(({ from }) => isAbout(from, `packages/${name}/src/any.ts`)),
    );
    expect(uncovered).to.have.members(ON_TOP);
  });
});

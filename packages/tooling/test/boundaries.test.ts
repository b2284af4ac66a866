import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const config = join(root, '.dependency-cruiser.cjs');
const { forbidden } = createRequire(import.meta.url)(config) as {
  forbidden: readonly { readonly name: string; readonly from: { readonly path: string; readonly pathNot?: string } }[];
};

/** For each rule except those for the order of folders, a file that breaks it and its import. */
const VIOLATIONS: Readonly<Record<string, readonly [file: string, imported: string]>> = {
  'core-is-pure': ['core/src/shared/pure.ts', 'node:fs'],
  'one-file-knows-results': ['http/src/results.ts', 'ts-results'],
  'one-file-knows-temporal': ['core/src/quote/dates.ts', 'temporal-polyfill'],
  'persistence-sees-core-only': ['persistence/src/tables/rows.ts', '@vehicle-insurance/storage'],
  'scheduler-sees-core-only': ['scheduler/src/jobs.ts', '@vehicle-insurance/persistence'],
  'mobile-money-sees-core-and-http-client-only': ['mobile-money/src/wave.ts', '@vehicle-insurance/http'],
  'certificate-authority-sees-core-and-http-client-only': [
    'certificate-authority/src/asaci.ts',
    '@vehicle-insurance/mobile-money',
  ],
  'http-client-sees-core-only': ['http-client/src/wave.ts', '@vehicle-insurance/mobile-money'],
  'http-client-is-for-gateways': ['storage/src/bucket.ts', '@vehicle-insurance/http-client'],
  'storage-sees-core-only': ['storage/src/s3.ts', '@vehicle-insurance/contract-document'],
  'system-sees-core-only': ['system/src/clock.ts', '@vehicle-insurance/storage'],
  'contract-document-sees-core-only': ['contract-document/src/page.ts', '@vehicle-insurance/storage'],
  'bordereaux-sees-core-and-contract-document-only': ['bordereaux/src/list.ts', '@vehicle-insurance/storage'],
  'catalogue-sees-core-only': ['catalogue/src/file.ts', '@vehicle-insurance/persistence'],
  'proofs-sees-core-only': ['proofs/src/proof-page.ts', '@vehicle-insurance/http'],
  'http-sees-core-and-proofs-only': ['http/src/route.ts', '@vehicle-insurance/persistence'],
  'simulators-are-independent': ['simulators/src/wave.ts', '@vehicle-insurance/core'],
  'embedded-database-is-independent': ['embedded-database/src/start.ts', '@vehicle-insurance/core'],
  'service-runs-anywhere': ['service/src/hosted.ts', '@vehicle-insurance/simulators'],
  'operator-uses-service': ['operator/src/command-output.ts', '@vehicle-insurance/persistence'],
  'console-uses-service': ['console/src/pages/items.ts', '@vehicle-insurance/persistence'],
  'sandbox-is-on-top': ['operator/src/context.ts', '@vehicle-insurance/sandbox'],
  'client-is-independent': ['client/src/insurance-client.ts', 'node:fs'],
  'courier-uses-only-the-client': ['courier/src/listen.ts', '@vehicle-insurance/core'],
  'nothing-depends-on-the-courier': ['service/src/delivering.ts', '@vehicle-insurance/courier'],
  'testkit-sees-ports': ['testkit/src/suite.ts', '@vehicle-insurance/storage'],
  'service-ships-no-testkit': ['service/src/main.ts', '@vehicle-insurance/testkit'],
  'wiring-only-in-service': ['http/src/wiring.ts', 'inversify'],
  'entered-by-its-index': ['service/src/shortcut.ts', '../../core/src/shared/pure.ts'],
  'no-cycles': ['core/src/circle.ts', './circle.ts'],
  'sources-know-no-tests': ['storage/src/copied.ts', '../test/copied.ts'],
  'declares-what-it-imports': ['http/src/undeclared.ts', 'chai'],
  'everything-resolves': ['storage/src/lost.ts', './nowhere.ts'],
};

/** Packages that production must not contain; one rule covers them all. */
const NOT_IN_PRODUCTION = ['sandbox', 'console', 'operator', 'simulators', 'embedded-database'];

/** Packages that may import any other: the sandbox and the tooling. */
const ON_TOP = ['sandbox', 'tooling'];

const DECLARED = ['inversify', 'temporal-polyfill', 'ts-results'];
const UNDECLARED = ['chai'];

type Broken = { readonly rule: { readonly name: string }; readonly from: string };

/** A project with the same folders and entry points, empty except for the files that a test writes. */
const emptyProject = (): string => {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'boundaries-')));
  const scope = join(tree, 'node_modules', '@vehicle-insurance');
  mkdirSync(scope, { recursive: true });
  for (const library of [...DECLARED, ...UNDECLARED])
    symlinkSync(join(root, 'node_modules', library), join(tree, 'node_modules', library));
  const files = Object.values(VIOLATIONS).map(([file]) => file);
  for (const name of new Set([...files.map((file) => file.split('/')[0] ?? ''), ...NOT_IN_PRODUCTION, 'testkit'])) {
    const entryPoints = { '.': './src/index.ts', './database': './src/database/test-database.ts' };
    const dependencies = Object.fromEntries(DECLARED.map((library) => [library, '*']));
    const manifest = { name, type: 'module', exports: entryPoints, dependencies };
    write(join(tree, 'packages', name, 'package.json'), JSON.stringify(manifest));
    write(join(tree, 'packages', name, 'src/index.ts'), 'export {};\n');
    symlinkSync(join(tree, 'packages', name), join(scope, name));
  }
  write(join(tree, 'packages/testkit/src/database/test-database.ts'), 'export {};\n');
  write(join(tree, 'packages/storage/test/copied.ts'), 'export {};\n');
  return tree;
};

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const foldersIn = (path: string): readonly string[] =>
  readdirSync(join(root, 'packages', path), { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? [each.name] : [],
  );

const pairsOf = (names: readonly string[]): readonly (readonly [name: string, other: string])[] =>
  names.flatMap((name) => names.flatMap((other) => (other === name ? [] : [[name, other] as const])));

const plant = (tree: string, imports: readonly (readonly [file: string, imported: string])[]): void => {
  for (const [file, imported] of imports) write(join(tree, 'packages', file), `import '${imported}';\n`);
};

const violations = (tree: string): Promise<readonly Broken[]> =>
  new Promise((resolve, reject) => {
    const depcruise = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
    const words = [depcruise, 'packages', '--config', config, '--output-type', 'json'];
    execFile(process.execPath, words, { cwd: tree, maxBuffer: 1 << 26 }, (error, stdout) => {
      if (stdout === '') reject(error ?? new Error('dependency-cruiser printed nothing'));
      else resolve((JSON.parse(stdout) as { summary: { violations: readonly Broken[] } }).summary.violations);
    });
  });

/** Folders whose subfolders are ordered: of two, one may import the other, but not both. */
const ORDERED = ['core/src', 'core/src/domain', 'persistence/src'];
const userOf = (folder: string, name: string, other: string): string => `${folder}/${name}/uses-${other}.ts`;

const isOfOrder = (path: string): boolean =>
  /^\^packages\/(?:core\/src|core\/src\/domain|persistence\/src)\/[\w-]+\/$/.test(path);

describe('the import rules', () => {
  const intoService = NOT_IN_PRODUCTION.map(
    (name) => [`service/src/${name}.ts`, `@vehicle-insurance/${name}`] as const,
  );
  let tree: string;
  let all: readonly Broken[];
  const rulesBrokenBy = (file: string): readonly string[] =>
    all.flatMap(({ rule, from }) => (from === `packages/${file}` ? [rule.name] : []));

  before(async () => {
    tree = emptyProject();
    plant(tree, [...Object.values(VIOLATIONS), ...intoService]);
    for (const folder of ORDERED) {
      const names = foldersIn(folder);
      for (const name of names) write(join(tree, 'packages', folder, name, 'own.ts'), 'export {};\n');
      plant(
        tree,
        pairsOf(names).map(([name, other]) => [userOf(folder, name, other), `../${other}/own.ts`]),
      );
    }
    all = await violations(tree);
  });

  after(() => rmSync(tree, { recursive: true, force: true }));

  it('each detect an import that breaks them', () => {
    const named = forbidden.filter(({ from }) => !isOfOrder(from.path)).map(({ name }) => name);
    expect(Object.keys(VIOLATIONS), 'every rule has a violation').to.have.members(named);
    for (const [rule, [file]] of Object.entries(VIOLATIONS)) expect(rulesBrokenBy(file), file).to.include(rule);
  });

  for (const folder of ORDERED)
    it(`allow imports between two folders of ${folder} in one direction only`, () => {
      const mayUse = (name: string, other: string): boolean => rulesBrokenBy(userOf(folder, name, other)).length === 0;
      const pairs = pairsOf(foldersIn(folder));
      expect(pairs.filter(([name, other]) => mayUse(name, other) === mayUse(other, name))).to.deep.equal([]);
    });

  it('keep packages that production must not contain out of the service', () => {
    for (const [file] of intoService) expect(rulesBrokenBy(file), file).to.include('service-runs-anywhere');
  });

  it('cover every package', () => {
    const isAbout = ({ path, pathNot = '^$' }: (typeof forbidden)[number]['from'], name: string): boolean =>
      new RegExp(path).test(`packages/${name}/src/any.ts`) && !new RegExp(pathNot).test(`packages/${name}/src/any.ts`);
    const own = forbidden.filter(({ from }) => !isAbout(from, 'any'));
    const uncovered = foldersIn('.').filter((name) => !own.some(({ from }) => isAbout(from, name)));
    expect(uncovered).to.have.members(ON_TOP);
  });
});

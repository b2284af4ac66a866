import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const README = join(ROOT, 'README.md');
const SCOPE = '@vehicle-insurance/';

/** Groups of packages for a newcomer, from the started programs down to the domain. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'to try the service': ['sandbox', 'simulators', 'embedded-database'],
  programs: ['operator', 'console', 'service', 'courier'],
  adapters: [
    ...['http', 'proofs', 'persistence', 'scheduler', 'mobile-money', 'certificate-authority', 'storage'],
    ...['contract-document', 'bordereaux', 'http-client', 'catalogue', 'system'],
  ],
  'the domain': ['core'],
  'for integrators': ['client', 'testkit'],
};

/** Packages for the repository itself, which are not part of any program. */
const APART = ['tooling'];

type Names = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies?: Names;
  readonly peerDependencies?: Names;
}

/** The packages that each one imports, from its manifest, which the import rules enforce. */
const importsOf = (): ReadonlyMap<string, readonly string[]> =>
  new Map(
    readdirSync(join(ROOT, 'packages')).map((name) => {
      const text = readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8');
      const { dependencies = {}, peerDependencies = {} } = JSON.parse(text) as Manifest;
      const own = Object.keys({ ...dependencies, ...peerDependencies }).filter((each) => each.startsWith(SCOPE));
      return [name, own.map((each) => each.slice(SCOPE.length))];
    }),
  );

const under = (imports: ReadonlyMap<string, readonly string[]>, name: string): ReadonlySet<string> =>
  new Set((imports.get(name) ?? []).flatMap((each) => [each, ...under(imports, each)]));

export const architecture = (): string => {
  const imports = importsOf();
  const grouped = Object.values(GROUPS).flat();
  const forgotten = [...imports.keys()].filter((name) => !grouped.includes(name) && !APART.includes(name));
  if (forgotten.length > 0) throw new Error(`Add to a group of the picture: ${forgotten.join(', ')}.`);
  const groups = Object.entries(GROUPS).map(([title, names], at) =>
    [`  subgraph group${at}["${title}"]`, ...names.map((name) => `    ${name}`), '  end'].join('\n'),
  );
  const arrows = grouped.flatMap((name) => {
    const own = imports.get(name) ?? [];
    const follows = (each: string): boolean => own.some((other) => under(imports, other).has(each));
    return own.filter((each) => !follows(each)).map((each) => `  ${name} --> ${each}`);
  });
  return ['```mermaid', 'flowchart TD', ...groups, ...arrows, '```'].join('\n');
};

const PICTURE = /```mermaid\n[^]*?```/;

export const shownArchitecture = (): string => PICTURE.exec(readFileSync(README, 'utf8'))?.[0] ?? '';

export const writeArchitecture = (): void =>
  writeFileSync(README, readFileSync(README, 'utf8').replace(PICTURE, architecture()));

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const README = join(ROOT, 'README.md');
const SCOPE = '@vehicle-insurance/';

/** What a newcomer tells packages apart by, from what is started down to what all of them are about. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'to try it': ['sandbox', 'simulators', 'embedded-database'],
  'what runs': ['operator', 'console', 'service', 'courier'],
  adapters: [
    'http',
    'proofs',
    'persistence',
    'scheduler',
    'mobile-money',
    'certificate-authority',
    'storage',
    'contract-document',
    'bordereaux',
    'http-client',
    'catalogue',
    'system',
  ],
  'the domain': ['core'],
  'for those who build on it': ['client', 'testkit'],
};

/** What the repository itself needs: nothing of it runs. */
const APART = ['tooling'];

type Names = Readonly<Record<string, string>>;
interface Described {
  readonly dependencies?: Names;
  readonly peerDependencies?: Names;
}

/** Which packages each one imports, by its own description, to which the import rules hold it. */
const importsOf = (): ReadonlyMap<string, readonly string[]> =>
  new Map(
    readdirSync(join(ROOT, 'packages')).map((name) => {
      const text = readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8');
      const { dependencies = {}, peerDependencies = {} } = JSON.parse(text) as Described;
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
  if (forgotten.length > 0) throw new Error(`no group of the picture has ${forgotten.join(', ')}`);
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

import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const OURS = '@vehicle-insurance';
/** What is made, and not written by hand. */
const MADE = ['node_modules', 'dist'];

/** A copy of the repository that can be changed: its packages lead to each other, and all others are shared. */
export const ownCopy = () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'copy-')));
  for (const name of ['README.md', 'docs', 'package.json', 'packages', 'tsconfig.base.json'])
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (source) => !MADE.includes(basename(source)),
    });
  const share = (modules: string): void => {
    mkdirSync(join(folder, modules), { recursive: true });
    for (const name of readdirSync(join(ROOT, modules)))
      if (name !== OURS) symlinkSync(join(ROOT, modules, name), join(folder, modules, name));
  };
  share('node_modules');
  for (const modules of globSync('packages/*/node_modules', { cwd: ROOT })) share(modules);
  cpSync(join(ROOT, 'node_modules', OURS), join(folder, 'node_modules', OURS), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return { folder, remove: () => existsSync(folder) && rmSync(folder, { recursive: true, maxRetries: 5 }) };
};

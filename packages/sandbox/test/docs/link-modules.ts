import { cpSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const OURS = '@vehicle-insurance';

/** Gives a copy of the repository its installed modules: its own packages lead to each other, the rest is shared. */
export const linkModules = (folder: string): void => {
  for (const modules of ['node_modules', ...globSync('packages/*/node_modules', { cwd: ROOT })]) {
    mkdirSync(join(folder, modules), { recursive: true });
    for (const name of readdirSync(join(ROOT, modules)))
      if (name !== OURS) symlinkSync(join(ROOT, modules, name), join(folder, modules, name));
  }
  const ours = join('node_modules', OURS);
  cpSync(join(ROOT, ours), join(folder, ours), { recursive: true, verbatimSymlinks: true });
};

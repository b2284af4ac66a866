import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedManifest } from './published-manifest.mjs';

const BUILT = ['.js', '.js.map', '.d.ts', '.d.ts.map'];

const isCode = (source) => source.endsWith('.ts') && !source.endsWith('.d.ts');

/** The files built from a source: the compiler's output, or the file itself if it is not code. */
const builtFrom = (source) => (isCode(source) ? BUILT.map((end) => source.replace(/\.ts$/, end)) : [source]);

/**
 * Copies the contents of a package's tarball to an empty folder: every source with its built files, the README, the
 * licence and the published package.json. Nothing else is copied from `dist`, so leftovers of earlier builds are
 * ignored. Throws if a file was not built.
 */
export const stagePackage = (folder, staged, license) => {
  cpSync(join(folder, 'src'), join(staged, 'src'), { recursive: true });
  for (const source of globSync('**/*.*', { cwd: join(folder, 'src') }))
    for (const file of builtFrom(source)) {
      const from = join(folder, isCode(source) ? 'dist' : 'src', file);
      if (!existsSync(from))
        throw new Error(
          `${from} has not been built. Run npx tsc -b --force, and then npm run build -- packages again.`,
        );
      cpSync(from, join(staged, 'dist', file));
    }
  cpSync(join(folder, 'README.md'), join(staged, 'README.md'));
  cpSync(license, join(staged, 'LICENSE'));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
};

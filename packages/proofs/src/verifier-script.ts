import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * A build has the script as a file beside the program. Without this file, every call bundles the script from the
 * sources.
 */
const BUILT = new URL('./verifier.js', import.meta.url);

/** The script of the page that checks papers without a network, as a single file. */
export const verifierScript = async (): Promise<string> => {
  try {
    return await readFile(BUILT, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return bundle();
  }
};

const bundle = async (): Promise<string> => {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const entry = fileURLToPath(new URL(`./verifier/page.${extension}`, import.meta.url));
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { FONT_FILES } from '../../contract-document/src/index.ts';
import { verifierScript } from '../../proofs/src/index.ts';

// Builds the programs of the production image as JavaScript, with all their imports: `npm run build`, optionally with a
// target folder. Optional modules stay in separate files. Fonts, the assets of the console and the reader of QR codes
// are copied, with their licences.

/** The oldest Node that can run the programs. */
const OLDEST_NODE = 24;

const PROGRAMS = {
  main: 'packages/service/src/main.ts',
  migrate: 'packages/service/src/migrate.ts',
  operator: 'packages/operator/src/main.ts',
  console: 'packages/operator/src/console-main.ts',
  courier: 'packages/courier/src/main.ts',
};

const root = join(import.meta.dirname, '../../..');
const outdir = resolve(process.argv[2] ?? join(root, 'dist/programs'));

rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    ...Object.fromEntries(Object.entries(PROGRAMS).map(([name, source]) => [`start-${name}`, source])),
    // A separate file, from which a thread starts.
    'contract-thread': 'packages/contract-document/src/contract-thread.ts',
  },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${OLDEST_NODE}`,
  chunkNames: 'part-[name]-[hash]',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // From the sources, the service bundles the script of the page at /v/ with esbuild. In a build, the script is bundled
  // below.
  external: ['esbuild'],
  // CommonJS libraries use `require` for Node's own modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
});
// An older Node cannot parse the programs. So each program is loaded by a file that such a Node can parse, after a
// check of the version.
cpSync(join(import.meta.dirname, 'node-version.mjs'), join(outdir, 'node-version.mjs'));
for (const name of Object.keys(PROGRAMS))
  writeFileSync(
    join(outdir, `${name}.js`),
    `import { refuseOldNode } from './node-version.mjs';

const problem = refuseOldNode(${OLDEST_NODE}, process.version);
if (problem === undefined) await import('./start-${name}.js');
else {
  process.stderr.write(problem + '\\n');
  process.exitCode = 1;
}
`,
  );
writeFileSync(join(outdir, 'verifier.js'), await verifierScript());
// Without this file, Node would first compile each program as CommonJS.
writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
const FONTS = 'node_modules/@expo-google-fonts';
for (const file of FONT_FILES) {
  const name = file.split('/')[0];
  for (const part of [file, `${name}/package.json`, `${name}/LICENSE`, `${name}/LICENSE_FONT`])
    cpSync(join(root, FONTS, part), join(outdir, FONTS, part));
}
// The console resolves its assets as files of a package.
for (const part of ['package.json', 'src/assets'])
  cpSync(join(root, 'packages/console', part), join(outdir, 'node_modules/@vehicle-insurance/console', part), {
    recursive: true,
  });
for (const part of ['package.json', 'LICENSE', 'dist/htmx.min.js'])
  cpSync(join(root, 'node_modules/htmx.org', part), join(outdir, 'node_modules/htmx.org', part));
// This library reads the authority's QR codes. It loads its WebAssembly from a file.
for (const part of ['package.json', 'LICENSE', 'dist/reader/zxing_reader.wasm'])
  cpSync(join(root, 'node_modules/zxing-wasm', part), join(outdir, 'node_modules/zxing-wasm', part));
const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
process.stdout.write(`${relative(process.cwd(), outdir)}: ${(bytes / 2 ** 20).toFixed(1)} MB of programs\n`);

/** Fields that only the workspace needs. An installed package is not built, tested or packed again. */
const WORKSPACE_ONLY = ['scripts', 'devDependencies'];

const SOURCE = /^\.\/src\/(.+)\.ts$/;

/** Converts an export that points to a source into an export of the built file. */
const builtEntryPoint = (entryPoint) => {
  const [, name] = SOURCE.exec(entryPoint) ?? [];
  return name === undefined ? entryPoint : { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` };
};

const builtFile = (file) => file.replace(SOURCE, './dist/$1.js');

/**
 * The package.json of the tarball, which points to `dist`, because Node runs no TypeScript inside node_modules. The
 * workspace's own package.json points to the sources, so that a changed source needs no build before its test.
 */
export const publishedManifest = (manifest) => ({
  ...Object.fromEntries(Object.entries(manifest).filter(([field]) => !WORKSPACE_ONLY.includes(field))),
  exports: {
    ...Object.fromEntries(
      Object.entries(manifest.exports).map(([name, entryPoint]) => [name, builtEntryPoint(entryPoint)]),
    ),
    './package.json': './package.json',
  },
  ...(manifest.bin && {
    bin: Object.fromEntries(Object.entries(manifest.bin).map(([name, file]) => [name, builtFile(file)])),
  }),
  ...(Array.isArray(manifest.sideEffects) && { sideEffects: manifest.sideEffects.map(builtFile) }),
});

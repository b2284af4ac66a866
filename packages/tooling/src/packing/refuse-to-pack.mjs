import process from 'node:process';

// Runs before `npm pack` and `npm publish` in a package's own folder, whose package.json leads to sources: Node would
// not run them where the package is installed.

process.stderr.write(
  'Nothing was packed: this package.json leads to sources, which run in the workspace alone. Run `npm run build -- packages` in ' +
    "the project's folder; it builds every library and puts into dist/ the tarballs to install or to publish.\n",
);
process.exitCode = 1;

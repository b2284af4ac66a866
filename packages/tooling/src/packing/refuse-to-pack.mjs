import process from 'node:process';

// Runs before `npm pack` and `npm publish` in a package's own folder. The package.json there points to sources, which
// Node would not run in an installed package.

process.stderr.write(
  'Nothing was packed: this package.json points to sources, which run only in the workspace. Run `npm run build -- packages` in ' +
    "the project's folder; it builds every library and puts into dist/ the tarballs to install or to publish.\n",
);
process.exitCode = 1;

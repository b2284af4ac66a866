import { expect } from 'chai';
import { entryPoints, outsideProject, tarballs, type OutsideProject } from './outside-project.ts';

describe('all packed libraries, installed together', function () {
  this.timeout(10 * 60_000);
  let names: readonly string[];
  let project: OutsideProject | undefined;

  before(async () => {
    names = [...tarballs().keys()];
    project = await outsideProject(names, { withPeers: true });
  });
  after(() => project?.remove());

  it('are loaded by each of their entry points', async () => {
    const script = entryPoints(names)
      .map((name) => `await import('${name}');`)
      .join('\n');
    expect(await project?.run('--input-type=module', '--eval', `${script}\nprocess.exit();`)).to.equal('');
  });

  it('create test databases, and prove the store on them, in several files of Node’s test runner at once', async () => {
    const said = await project?.run('--test', 'database/one-store.ts', 'database/other-store.ts');
    expect(said)
      .to.match(/pass [1-9]/)
      .and.to.contain('fail 0');
  });

  it('create a test database for mocha, and prove the store on it', async () => {
    const said = await project?.run(
      'node_modules/mocha/bin/mocha.js',
      '--timeout',
      '60000',
      'database/mocha-store.mjs',
    );
    expect(said).to.match(/[1-9]\d* passing/);
  });

  it('are used as the README of each shows', async () => {
    expect(await project?.compile('every-package.tsconfig.json')).to.equal('');
  });
});

import { expect } from 'chai';
import { outsideProject, tarballs, type OutsideProject } from './outside-project.ts';

describe('all packed libraries, installed together', function () {
  this.timeout(10 * 60_000);
  let names: readonly string[];
  let project: OutsideProject | undefined;

  before(async () => {
    names = [...tarballs().keys()];
    project = await outsideProject(names);
  });
  after(() => project?.remove());

  it('are loaded, with every library they need', async () => {
    const script = names.map((name) => `await import('@vehicle-insurance/${name}');`).join('\n');
    expect(await project?.run('--input-type=module', '--eval', `${script}\nprocess.exit();`)).to.equal('');
  });

  it('are used as the README of each shows', async () => {
    expect(await project?.compile('every-package.tsconfig.json')).to.equal('');
  });
});

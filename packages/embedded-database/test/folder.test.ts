import { expect } from 'chai';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareFolder, writeOwn } from '../src/cluster.ts';
import { askOwner, takeFolder } from '../src/ownership.ts';

describe('the folder of an embedded database', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'folder-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const modeOf = (path: string): number => statSync(path).mode & 0o777;

  it('is closed to other users, and its password is readable by its owner alone', () => {
    prepareFolder(join(dir, 'database'));
    // PostgreSQL's account must be able to enter the folder of root.
    expect(modeOf(join(dir, 'database'))).to.equal(process.getuid?.() === 0 ? 0o711 : 0o700);
    for (const password of ['first', 'second']) writeOwn(join(dir, 'password'), password);
    expect(modeOf(join(dir, 'password'))).to.equal(0o600);
  });

  for (const [what, name] of [
    ['its address', ''],
    ['an address whose path is too long for a socket', 'x'.repeat(120)],
  ] as const)
    it(`has one owner at a time, which gives others ${what}`, async () => {
      const folder = join(dir, name);
      prepareFolder(folder);
      // What an owner that was killed leaves behind.
      if (name === '') writeFileSync(join(folder, 'owner.sock'), '');
      for (const address of ['first', 'second']) {
        const owner = await takeFolder(folder);
        expect(await takeFolder(folder)).to.equal(undefined);
        const asked = askOwner(folder);
        owner?.publishAddress(address);
        expect(await asked).to.equal(address);
        await owner?.release();
        expect(await askOwner(folder)).to.equal(undefined);
      }
    });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { removeLeftBehind } from '../src/database/remove-left-behind.ts';

const OWNER = `
  import { takeFolder } from '@vehicle-insurance/embedded-database';
  await takeFolder(process.argv[1]);
  console.log('it is mine');
  setInterval(() => undefined, 1_000);`;

describe('what killed runs have left behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-behind-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A folder with something in it, and the process that owns it. */
  const owned = async (name: string) => {
    const dir = join(folder, name);
    mkdirSync(join(dir, 'data'), { recursive: true });
    writeFileSync(join(dir, 'data', 'rows'), 'much');
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER, dir], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(owner.stdout, 'data');
    return { dir, owner };
  };

  it('is removed once its process is gone, and nothing else is', async () => {
    const [living, killed, other] = await Promise.all([owned('run-a'), owned('run-b'), owned('another-c')]);
    const young = join(folder, 'run-d');
    mkdirSync(young);
    for (const { owner } of [killed, other]) {
      owner.kill('SIGKILL');
      await once(owner, 'exit');
    }
    try {
      await removeLeftBehind(folder, 'run-');
      expect([living.dir, killed.dir, other.dir, young].map((dir) => existsSync(dir))).to.deep.equal([
        true,
        false,
        true,
        true,
      ]);
    } finally {
      living.owner.kill('SIGKILL');
      await once(living.owner, 'exit');
    }
    await removeLeftBehind(folder, 'run-');
    expect(existsSync(living.dir)).to.equal(false);
  });
});

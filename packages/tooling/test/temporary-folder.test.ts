import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const CHOICE = join(import.meta.dirname, '../src/temporary-folder.mjs');

const chosen = (named: string | undefined, words: readonly string[] = []): string => {
  const { TMPDIR: _, ...env } = process.env;
  const [program = '', ...rest] = [...words, process.execPath, '--import', CHOICE, '--print', 'os.tmpdir()'];
  if (named !== undefined) env['TMPDIR'] = named;
  return spawnSync(program, rest, { env, encoding: 'utf8' }).stdout.trim();
};

describe('the temporary folder of the tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'temporary-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is the machine’s own where that runs programs', () => {
    expect(chosen(folder)).to.equal(folder);
  });

  it('is memory where none is named and it has room, and never where it has little', function () {
    const sized = (megabytes: number) =>
      [
        'unshare',
        '--mount',
        'sh',
        '-c',
        `mount -t tmpfs -o size=${megabytes}m none /dev/shm && exec "$0" "$@"`,
      ] as const;
    const [program, ...words] = sized(1);
    if (spawnSync(program, [...words, 'true']).status !== 0) this.skip();
    expect(chosen(undefined, sized(64))).to.equal('/tmp');
    expect(chosen(undefined, sized(5_000))).to.equal('/dev/shm');
  });

  it('is another where it is not there', () => {
    expect(chosen(join(folder, 'missing'))).to.match(/^\/(var\/tmp|dev\/shm)$/);
  });

  it('is another where it runs no programs', function () {
    const hardened = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs -o noexec none "$0" && exec "$@"', folder];
    if (spawnSync(hardened[0] as string, [...hardened.slice(1), 'true']).status !== 0) this.skip();
    expect(chosen(folder, hardened)).to.match(/^\/(var\/tmp|dev\/shm)$/);
  });
});

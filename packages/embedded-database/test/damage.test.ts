import { expect } from 'chai';
import { incomplete, creationError, startError } from '../src/damage.ts';

describe('the error of a database that does not start', () => {
  for (const [said, remedy] of [
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'Free some disk space'],
    ['PANIC:  could not write to file "pg_wal/xlogtemp.1": Disk quota exceeded', 'Free some disk space'],
    ['FATAL:  could not open file "postgresql.conf": Permission denied', 'Correct its permissions'],
    ['FATAL:  could not create lock file "postmaster.pid": Read-only file system', 'Correct its permissions'],
    ['FATAL:  data directory "data" has wrong ownership', 'Correct its permissions'],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'Raise that limit of the machine'],
    [
      'FATAL:  the data directory is not compatible with this version',
      'Start it with the PostgreSQL version that wrote it',
    ],
    ['FATAL:  database files are incompatible with server', 'Start it with the PostgreSQL version that wrote it'],
    [
      'postgres: could not access directory "data": No such file or directory',
      'If its disk is not mounted, mount the disk',
    ],
    ['PANIC:  could not locate a valid checkpoint record', 'Restore the folder from a backup'],
  ] as const)
    it(`names the remedy: ${remedy}`, () => {
      const { message } = startError('/data/database', `LOG:  starting\n${said}\nLOG:  stopped\n`);
      expect(message).to.contain(said.replace(/^(?:\w+:\s+)+/, ''));
      expect(message).to.contain(` ${remedy}`);
      expect(message.includes('remove it')).to.equal(remedy.startsWith('Restore'));
    });

  it('names the remedy of a password that is missing, empty or unreadable, and the reason of a failed creation', () => {
    const remedyFor = (code?: string) =>
      /(?:Restore|Correct)/.exec(incomplete('/data', code && Object.assign(new Error(code), { code })).message)?.[0];
    expect([remedyFor(), remedyFor('ENOENT'), remedyFor('EACCES')]).to.deep.equal(['Restore', 'Restore', 'Correct']);
    const { message } = creationError('/data', 'initdb: error: could not create directory: No space left\nremoving');
    expect(message).to.contain('could not create directory: No space left. Free disk space');
  });
});

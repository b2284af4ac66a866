import { expect } from 'chai';
import { notStarted } from '../src/damage.ts';

describe('what is said of a database that does not start', () => {
  for (const [said, remedy] of [
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'Make room'],
    ['FATAL:  could not open file "postgresql.conf": Permission denied', 'Correct its rights'],
    ['FATAL:  data directory "data" has wrong ownership', 'Correct its rights'],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'Give the machine more of it'],
    ['FATAL:  database files are incompatible with server', 'Start it with the version that wrote it'],
    ['postgres: could not access directory "data": No such file or directory', 'Is it on a disk that is not mounted?'],
    ['PANIC:  could not locate a valid checkpoint record', 'Put the folder back from a backup'],
  ] as const)
    it(`says what to do: ${remedy}`, () => {
      const { message } = notStarted('/data/database', `LOG:  starting\n${said}\nLOG:  stopped\n`);
      expect(message).to.contain(said.replace(/^(?:\w+:\s+)+/, ''));
      expect(message).to.contain(` ${remedy}`);
      expect(message.includes('remove it')).to.equal(remedy.startsWith('Put'));
    });
});

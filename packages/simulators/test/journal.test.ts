import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openJournal } from '../src/shared/journal.ts';
import { cleanUp, temporaryFolder } from './world.ts';

describe('a journal', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const newFile = (): string => join(temporaryFolder(after), 'deep', 'things.jsonl');

  it('has stored a value once put returns, and after a restart contains one line per key, with its last value', () => {
    const file = newFile();
    const journal = openJournal<number>(file);
    for (const [key, value] of [['a', 1], ['b', 2], ['a', 3]] as const) journal.put(key, value); // oxfmt-ignore
    expect([...openJournal<number>(file).entries()]).to.deep.equal([['a', 3], ['b', 2]]); // oxfmt-ignore
    journal.close();
    const again = openJournal<number>(file);
    expect([...again.values()]).to.deep.equal([3, 2]);
    expect(readFileSync(file, 'utf8').trim().split('\n')).to.have.length(2);
  });

  it('drops an incomplete last line, and continues correctly after it', () => {
    const file = newFile();
    const first = openJournal<string>(file);
    first.put('a', 'é');
    first.close();
    appendFileSync(file, '["b","torn');
    const second = openJournal<string>(file);
    expect(second.get('b')).to.equal(undefined);
    second.put('c', 'whole');
    second.close();
    expect([...openJournal<string>(file).entries()]).to.deep.equal([['a', 'é'], ['c', 'whole']]); // oxfmt-ignore
  });

  it('refuses a file that is broken in the middle, and names the line', () => {
    const file = newFile();
    openJournal(file).close();
    writeFileSync(file, '["a",1]\nrubbish\n["b",2]\n');
    expect(() => openJournal(file)).to.throw('line 2');
  });

  it('stores nothing after it is closed', () => {
    const file = newFile();
    const journal = openJournal<number>(file);
    journal.close();
    journal.put('late', 1);
    expect(openJournal(file).size).to.equal(0);
  });
});

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ContractEntry } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { anEntry, write } from './write-and-die.ts';

describe('the folder of an insurer’s bordereaux', () => {
  let out: string;
  beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'bordereaux-'))));
  afterEach(() => rmSync(out, { recursive: true, force: true }));

  const made = async (entries: readonly ContractEntry[]) => (await write(join(out, 'month'), entries)).unwrap();

  it('differs for each insurer, even if a code looks like the name of the service’s own insurer', async () => {
    const all = await made([anEntry(), anEntry({ id: '2', insurer: 'etoile_assurances' })]);
    expect(all.map(({ folder }) => basename(folder))).to.deep.equal(['etoile-assurances', 'etoile-assurances-2']);
    for (const { folder } of all)
      for (const line of readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
        const [sum, name = ''] = line.split('  ');
        const bytes = readFileSync(join(folder, name));
        expect(createHash('sha256').update(bytes).digest('hex'), name).to.equal(sum);
      }
  });

  it('is the same when two processes write it at the same time', async () => {
    const both = await Promise.all([made([anEntry()]), made([anEntry()])]);
    expect(both[0]).to.deep.equal(both[1]);
    expect(readdirSync(out)).to.deep.equal(['month']);
  });

  it('is removed if a killed command left it unfinished a day ago, as it contains names', async () => {
    const [old, fresh] = ['month.part-old', 'month.part-fresh'].map((name) => join(out, name));
    for (const path of [old, fresh]) mkdirSync(path ?? '');
    const ago = (hours: number) => Date.now() / 1_000 - hours * 3_600;
    utimesSync(old ?? '', ago(25), ago(25));
    utimesSync(fresh ?? '', ago(23), ago(23));
    await made([anEntry()]);
    expect(readdirSync(out).sort()).to.deep.equal(['month', 'month.part-fresh']);
  });
});

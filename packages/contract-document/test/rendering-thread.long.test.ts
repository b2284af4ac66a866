import { ABIDJAN } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { contractRenderer } from '../src/contract-renderer.ts';
import { covering, usualFacts } from './facts.ts';
import { contractDocument } from './reading.ts';

const LOOK = { zone: ABIDJAN, specimen: false };

/** The processor time of `work` in this thread, in microseconds, which is independent of the machine's load. */
const ownTime = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
};

/** Runs `script` in a separate process, with `pdfContractDocument` and `usualFacts` imported. */
const alone = (script: string) => {
  const from = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  const imports = `import { pdfContractDocument } from ${from('../src/index.ts')};
    import { usualFacts } from ${from('./facts.ts')};`;
  const words = ['--input-type=module', '--eval', `${imports}\n${script}`];
  // A process that does not exit is killed, and fails.
  return promisify(execFile)(process.execPath, words, { timeout: 55_000 });
};

describe('the thread that draws contracts', () => {
  it('draws the same bytes as the renderer in the calling thread', async () => {
    const here = await contractRenderer(LOOK).render(usualFacts);
    expect(Buffer.compare(await contractDocument.render(usualFacts), here)).to.equal(0);
  });

  // Proves: drawing-blocks-nobody
  it('blocks no other work, even during a long contract', async () => {
    const facts = covering(60);
    // The minimum of several, as other work of this process only adds to each.
    const least = async (render: () => Promise<unknown>): Promise<number> => {
      const times: number[] = [];
      while (times.length < 5) times.push(await ownTime(render));
      return Math.min(...times);
    };
    const blocking = await least(() => contractRenderer(LOOK).render(facts));
    const beside = await least(() => contractDocument.render(facts));
    expect(beside / blocking).to.be.below(1 / 3, `${beside} µs of ${blocking} µs`);
  });

  it('keeps no process alive when there is nothing to draw', async () => {
    await alone('pdfContractDocument().warmUp();');
    await alone('await pdfContractDocument().render(usualFacts);');
  });

  it('keeps a process alive until its contract is drawn', async () => {
    const { stdout } = await alone('console.log((await pdfContractDocument().render(usualFacts)).length > 1000);');
    expect(stdout.trim()).to.equal('true');
  });
});

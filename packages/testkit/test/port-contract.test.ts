import { execFileSync } from 'node:child_process';
import { describeContract, portContract, type BddRunner } from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const SOURCE = new URL('../src/contracts/port-contract.ts', import.meta.url);

const numbers = portContract<number>('Number', {
  'is one': async (subject) => void expect(subject).to.equal(1),
});

describe('describeContract', () => {
  it('runs its cases with any runner it is given, each with a subject of its own', async () => {
    const told: string[] = [];
    const bodies: (() => Promise<void>)[] = [];
    const runner: BddRunner = {
      describe: (name, body) => {
        told.push(name);
        body();
      },
      it: (name, body) => {
        told.push(name);
        bodies.push(body);
      },
    };
    let made = 0;
    describeContract(numbers, 'a counter', () => (made += 1), runner);
    expect(told).to.deep.equal(['Number of a counter', 'is one']);
    const [body] = bodies;
    await body?.();
    const again = await body?.().catch((error: unknown) => error);
    expect(again).to.be.instanceOf(Error);
  });

  it('says what to pass where describe and it are no globals', () => {
    const script = `import { describeContract } from '${SOURCE.href}';
      try { describeContract({ name: 'Number', cases: [] }, 'one', () => 1); } catch ({ message }) { console.log(message); }`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect(said).to.contain('pass { describe, it }');
  });
});

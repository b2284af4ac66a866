import { execFileSync } from 'node:child_process';
import { expect } from 'chai';

const SOURCE = new URL('../src/contracts/port-contract.ts', import.meta.url);

describe('describeContract', () => {
  it('reports which functions to pass if describe and it are not globals', () => {
    const script = `import { describeContract } from '${SOURCE.href}';
      try { describeContract({ name: 'Number', cases: [] }, 'one', () => 1); } catch ({ message }) { console.log(message); }`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect(said).to.contain('pass { describe, it }');
  });
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const EXAMPLE = fileURLToPath(new URL('../../../docs/examples/core-alone.ts', import.meta.url));

describe('docs/examples/core-alone.ts', () => {
  it('insures a car with the core and nothing else, in under 40 lines', () => {
    const text = readFileSync(EXAMPLE, 'utf8');
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from);
    expect(imports).to.deep.equal(['@vehicle-insurance/core']);
    expect(text.trimEnd().split('\n')).to.have.length.below(40);
    const output = execFileSync(process.execPath, [EXAMPLE], { encoding: 'utf8' });
    expect(output).to.contain('42398 F CFA insure AA123AB from 2026-11-10 to 2027-05-09');
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startSandbox, type TestSandbox } from './sandbox.ts';

const README = new URL('../../../README.md', import.meta.url);

/** The lines a reader pastes, from the heading on. */
const linesAfter = (heading: string): string => {
  const text = readFileSync(README, 'utf8');
  const section = text.slice(text.indexOf(`## ${heading}`)).split(/\n## /, 1)[0] ?? '';
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines]) => lines).join('\n');
};

describe('the lines of the README', function () {
  this.timeout(90_000);
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await startSandbox({}, join(folder, '.data'));
  });
  after(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('insure a vehicle when they are pasted', async () => {
    const script = linesAfter('Insure a vehicle');
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script], { cwd: folder, timeout: 60_000 });
    const lines = stdout.trim().split('\n');
    const codes = lines.flatMap((line) => /"code":"([^"]+)"/.exec(line)?.[1] ?? []);
    expect(codes).to.deep.equal(['payment_in_progress', 'payment-failure', 'quote_already_paid']);
    expect(lines.filter((line) => /^[a-z]+$/.test(line))).to.deep.equal(['started', 'expired']);
    expect(
      readFileSync(join(folder, '.data', 'contract.pdf'))
        .subarray(0, 5)
        .toString(),
    ).to.equal('%PDF-');
    expect(
      readFileSync(join(folder, '.data', 'certificate.png'))
        .subarray(1, 4)
        .toString(),
    ).to.equal('PNG');
  });
});

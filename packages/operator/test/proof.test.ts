import { expect } from 'chai';
import { runOperator } from '../src/run-operator.ts';

const runCommand = async (...words: readonly string[]) => {
  let text = '';
  const stdout = { write: (more: string) => ((text += more), true) };
  const code = await runOperator(words, { ENVIRONMENT: 'production' }, undefined, { stdout, stderr: stdout });
  return { code, text };
};

describe('proof make-key', () => {
  it('prints a new key each time, as text or JSON, without a configuration', async () => {
    const [one, other] = [await runCommand('proof', 'make-key'), await runCommand('proof', 'make-key', '--json')];
    expect([one.code, other.code]).to.deep.equal([0, 0]);
    const [, key, publicKey] = /^PROOF_KEY=([\w-]{43})\nIts public key is (public_[\w-]{43})\./.exec(one.text) ?? [];
    const pair = JSON.parse(other.text) as Readonly<Record<string, string>>;
    expect(pair['privateKey'])
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(key);
    expect(pair['publicKey'])
      .to.match(/^public_[\w-]{43}$/)
      .and.not.equal(publicKey);
  });
});

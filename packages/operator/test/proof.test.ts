import { expect } from 'chai';
import { runOperator } from '../src/run-operator.ts';

const runCommand = async (...words: readonly string[]) => {
  let text = '';
  const stdout = { write: (more: string) => ((text += more), true) };
  const code = await runOperator(words, { ENVIRONMENT: 'production' }, undefined, { stdout, stderr: stdout });
  return { code, text };
};

describe('proof make-key', () => {
  it('generates a new key each time, without a configuration', async () => {
    const [one, other] = [await runCommand('proof', 'make-key'), await runCommand('proof', 'make-key')];
    expect(one.code).to.equal(0);
    expect(one.text).to.match(/^PROOF_KEY=[\w-]{43}\nIts public key is public_[\w-]{43}\./);
    expect(one.text).to.not.equal(other.text);
  });

  it('prints the keys as JSON', async () => {
    const { text } = await runCommand('proof', 'make-key', '--json');
    const pair = JSON.parse(text) as Readonly<Record<string, string>>;
    expect(Object.keys(pair)).to.deep.equal(['privateKey', 'publicKey']);
    expect(pair['privateKey']).to.match(/^[\w-]{43}$/);
    expect(pair['publicKey']).to.match(/^public_[\w-]{43}$/);
  });
});

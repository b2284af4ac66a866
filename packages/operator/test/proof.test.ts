import { expect } from 'chai';
import { runOperator } from '../src/run-operator.ts';
import { captured, commandBy } from './command.ts';

const command = commandBy((words) =>
  captured((terminal) => runOperator(words, { ENVIRONMENT: 'production' }, undefined, terminal)),
);

describe('proof make-key', () => {
  it('prints a new key each time, as text or JSON, without a configuration', async () => {
    const text = await command.text('proof', 'make-key');
    const [, key, publicKey] = /^PROOF_KEY=([\w-]{43})\nIts public key is (public_[\w-]{43})\./.exec(text) ?? [];
    const pair = await command.json<Readonly<Record<string, string>>>('proof', 'make-key');
    expect(pair['privateKey'])
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(key);
    expect(pair['publicKey'])
      .to.match(/^public_[\w-]{43}$/)
      .and.not.equal(publicKey);
  });
});

import { expect } from 'chai';
import { isQuoted, keyProblem, requireKeys } from '../../src/shared/key.ts';

describe('a key or secret', () => {
  it('is printable ASCII without spaces', () => {
    for (const key of ['wave_ci_prod_abcdef', '!~', 'a"b', 'x', "'"]) expect(keyProblem(key), key).to.equal(undefined);
  });

  it('is refused with the pasted character that is wrong, and is not repeated', () => {
    const contains = (what: string, place: number) =>
      `contains ${what} as character ${place}, which no key contains. Copy the key again.`;
    const wrong = {
      '': 'is empty.',
      'key\u200b': contains('an invisible character (U+200B)', 4),
      'k\u{e0020}': contains('an invisible character (U+E0020)', 2),
      '\u201ckey\u201d': contains('the character U+201C', 1),
      'a key': contains('a space', 2),
      'key\n': contains('an invisible character (U+000A)', 4),
      '"key"': 'is in quotation marks, which would be part of it. Remove them.',
    };
    for (const [key, why] of Object.entries(wrong)) expect(keyProblem(key)).to.equal(why);
  });

  it('prevents the creation of a gateway if it is wrong, and the error names it', () => {
    requireKeys({ apiKey: 'abc', webhookSecrets: ['one', 'two'], siteId: undefined });
    expect(() => requireKeys({ apiKey: 'abc', secret: '' })).to.throw('secret is empty.');
    expect(() => requireKeys({ webhookSecrets: ['one', '"two"'] })).to.throw('webhookSecrets is in quotation marks');
  });

  it('is quoted only if the same quotation mark begins and ends it', () => {
    for (const quoted of ['""', '"a"', "'a'"]) expect(isQuoted(quoted), quoted).to.equal(true);
    for (const plain of ['"', '"a', `'a"`, 'a', 'a"b"', '"a"b']) expect(isQuoted(plain), plain).to.equal(false);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { base32, base64url } from '../../src/shared/bit-text.ts';
import { textOf, utf8Of } from '../../src/shared/utf8.ts';

const bytes = fc.uint8Array({ maxLength: 40 });
const runs = { numRuns: 500 };

describe('Text and bytes', () => {
  it('are the same UTF-8 as the platform’s encoder writes, control characters included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect([...utf8Of(text)]).to.deep.equal([...new TextEncoder().encode(text)]);
        expect(textOf(utf8Of(text))).to.equal(text);
      }),
      runs,
    );
    expect(textOf(Uint8Array.of(0x41, 0x0a, 0x09))).to.equal('A\n\t');
    for (const wrong of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80]])
      expect(textOf(Uint8Array.from(wrong)), String(wrong)).to.equal(undefined);
  });

  it('are the same base64url as Node’s', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const written = base64url.encode(given);
        expect(written).to.equal(Buffer.from(given).toString('base64url'));
        expect([...(base64url.decode(written) ?? [])]).to.deep.equal([...given]);
      }),
      runs,
    );
  });

  it('are base32 as the standard’s examples are, and back', () => {
    for (const [text, written] of Object.entries({
      '': '',
      f: 'MY',
      fo: 'MZXQ',
      foo: 'MZXW6',
      foob: 'MZXW6YQ',
      fooba: 'MZXW6YTB',
      foobar: 'MZXW6YTBOI',
    })) {
      expect(base32.encode(utf8Of(text))).to.equal(written);
      expect(textOf(base32.decode(written) ?? Uint8Array.of(0xff))).to.equal(text);
    }
  });

  it('have one text for the same bytes: none that is longer, of other letters, or ends otherwise', () => {
    for (const wrong of ['M', 'MZ=', 'mY', 'M1', 'MZ', 'MYA', '1', 'MZXW6YTB1', ' MY'])
      expect(base32.decode(wrong), wrong).to.equal(undefined);
  });
});

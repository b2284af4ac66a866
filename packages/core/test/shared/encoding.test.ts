import { expect } from 'chai';
import fc from 'fast-check';
import { base32, base64url } from '../../src/shared/bit-text.ts';
import { decodeUtf8Text, textOf, utf8Of } from '../../src/shared/utf8.ts';

const bytes = fc.uint8Array({ maxLength: 40 });
const runs = { numRuns: 100 };

describe('a text file', () => {
  const read = (...parts: (string | readonly number[])[]) =>
    decodeUtf8Text(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  const error = (...parts: Parameters<typeof read>) => read(...parts).unwrapErr();

  it('is read as UTF-8, with or without a byte order mark, every character unchanged', () => {
    for (const text of ['', 'Montant;100 %\r\nété\n', '\n\rà\u2028%C3%A9😀'])
      for (const mark of [[], [0xef, 0xbb, 0xbf]]) expect(read(mark, text).unwrap()).to.equal(text);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        fc.pre(!text.startsWith('\0') && text[1] !== '\0' && !text.startsWith('\ufeff'));
        expect(read(text).unwrap()).to.equal(text);
      }),
      runs,
    );
  });

  it('in UTF-16 or UTF-32 is refused with the name of its encoding, with or without a byte order mark', () => {
    const utf16 = [...Buffer.from('{"é": 1}', 'utf16le')];
    const bigEndian = [...Buffer.from(utf16).swap16()];
    for (const bytes of [utf16, bigEndian, [0xff, 0xfe, ...utf16], [0xfe, 0xff, ...bigEndian], [0xff, 0xfe]])
      expect(error(bytes)).to.equal('it is UTF-16; save it as UTF-8');
    expect(error([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0])).to.equal('it is UTF-32; save it as UTF-8');
  });

  it('in another encoding is refused with its first line that is not UTF-8, with any line ending', () => {
    const latin1 = (text: string) => [...Buffer.from(text, 'latin1')];
    for (const end of ['\n', '\r\n', '\r']) {
      const [good, wrong] = [`Prénom${end}`, latin1(`Type;Libellé${end}`)];
      expect(error(good, good, wrong, wrong)).to.equal('line 3 is not UTF-8; save the file as UTF-8');
      expect(error([0xef, 0xbb, 0xbf], wrong)).to.equal('line 1 is not UTF-8; save the file as UTF-8');
    }
    expect(error('a\n', [0xc3])).to.equal('line 2 is not UTF-8; save the file as UTF-8');
    expect(error([0xc3, 0x0a, 0xa9])).to.equal('line 1 is not UTF-8; save the file as UTF-8');
  });
});

describe('text and bytes', () => {
  it('are converted to the same UTF-8 as by the platform’s encoder, even control characters', () => {
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

  it('are converted to the same base64url as by Node', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const written = base64url.encode(given);
        expect(written).to.equal(Buffer.from(given).toString('base64url'));
        expect([...(base64url.decode(written) ?? [])]).to.deep.equal([...given]);
      }),
      runs,
    );
  });

  it('are converted to and from base32 as in the standard’s examples', () => {
    const examples = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
    for (const [length, written] of examples.entries()) {
      const text = 'foobar'.slice(0, length);
      expect(base32.encode(utf8Of(text))).to.equal(written);
      expect(textOf(base32.decode(written) ?? Uint8Array.of(0xff))).to.equal(text);
    }
  });

  it('have exactly one base32 form: a longer text, other letters or another ending is refused', () => {
    for (const wrong of ['M', 'MZ=', 'mY', 'M1', 'MZ', 'MYA', '1', 'MZXW6YTB1', ' MY'])
      expect(base32.decode(wrong), wrong).to.equal(undefined);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { parseJson } from '../../src/shared/json.ts';

const value = (text: string): unknown => parseJson(text).unwrap();
const error = (text: string): string => parseJson(text).unwrapErr();

describe('parsing a JSON file that a person wrote', () => {
  it('returns what JSON.parse returns, with or without a byte order mark', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary-ascii' }), fc.nat(4), (json, indent) => {
        const text = JSON.stringify(json, undefined, indent);
        expect(value(text)).to.deep.equal(JSON.parse(text));
        expect(value(`\ufeff${text}\r\n`)).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it('refuses a repeated member of an object, and names it with both lines', () => {
    const describeRepeat = (line: number, before: number) =>
      `line ${line} repeats the member "a" of line ${before}; rename or remove one of them`;
    expect(error('{"a": 1, "a": 1}')).to.equal(describeRepeat(1, 1));
    expect(error('{\n"a": 1,\r\n"b": [{"a": 2}, {"a": "x, \\"{"}],\r"a" \n: 3}')).to.equal(describeRepeat(4, 2));
    expect(error('{"a": 1,\r"a": 2}')).to.equal(describeRepeat(2, 1));
    expect(error('[{"b": {"a": 1,\n"\\u0061": 2}}]')).to.equal(describeRepeat(2, 1));
    expect(error('{"": [], "": 1}')).to.match(/the member "" of line 1/);
    expect(error('{"__proto__": 1, "__proto__": 1}')).to.match(/the member "__proto__"/);
  });

  it('accepts the same name in several or nested objects, and also as a value', () => {
    for (const text of ['{"a": "a", "b": ["a", "a"]}', '[{"a": 1}, {"a": 1}]', '{"a": {"a": {"a": 1}}, "b": 1}'])
      expect(value(text)).to.deep.equal(JSON.parse(text));
  });

  it('refuses U+FFFD with its line, literal or escaped, in a name or a value', () => {
    for (const text of ['{\n"nom": "Soci\ufffdt\ufffd"}', '[\n"\\ufffd"]', '{\n"\\uFFFD": 1}'])
      expect(error(text)).to.match(/^line 2 contains U\+FFFD/);
  });

  it('refuses text that is not JSON, and names invisible characters', () => {
    for (const text of ['', ' \n', '\ufeff']) expect(error(text)).to.equal('it is empty');
    expect(error('{"a": 1,}')).to.match(/^it is not JSON: .*line 1/);
    expect(error('{"a":\u00a01}')).to.include("'U+00A0'").and.not.include('\u00a0');
    expect(error('\ufeff\ufeff{}')).to.include("'U+FEFF'");
  });

  it('handles deep nesting and large files in linear time', () => {
    expect(value(`${'['.repeat(100)}${']'.repeat(100)}`)).to.be.an('array');
    expect(error(`${'[\n'.repeat(200_000)}${']'.repeat(200_000)}`)).to.match(/^line 101 is nested more than 100/);
    const names = Array.from({ length: 40_000 }, (_, index) => `"n${index}": "${'\\"'.repeat(5)}"`).join(',\n');
    expect(value(`{"long": "${'x'.repeat(4_000_000)}",\n${names}}`)).to.be.an('object');
    expect(error(`{${names},\n"n0": 1}`)).to.match(/^line 40001 repeats the member "n0" of line 1/);
  });
});

import { LARGEST_DOCUMENT, Unreadable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { fingerprintOf } from '../../src/idempotency.ts';

const digest = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const POST = { method: 'POST', path: '/api/v1.0/vehicle' };

// Keys are kept for a day, during which another release may start.
describe('the fingerprint of a request is the same in every release', () => {
  it('for JSON, which is read without spaces and with members sorted by name', () => {
    const input = JSON.parse('{"b": [1, [true, null], {}], "a": {"é\\"": "x"}, "Z": []}') as object;
    expect(fingerprintOf(POST, { input })).to.equal(
      digest('["POST","/api/v1.0/vehicle",{"Z":[],"a":{"é\\"":"x",},"b":[1,[true,null,],{},],},null,]'),
    );
  });

  it('for JSON of any size, in full', () => {
    const [text, list] = ['x'.repeat(100_000), Array<number>(10_000).fill(1)];
    const members = Array.from({ length: 10_000 }, (_, n) => `m${10_000 + n}`);
    const input = { list, text, ...Object.fromEntries(members.map((name) => [name, 0])) };
    const written = `"list":[${'1,'.repeat(10_000)}],${members.map((name) => `"${name}":0,`).join('')}"text":"${text}",`;
    expect(fingerprintOf(POST, { input })).to.equal(digest(`["POST","/api/v1.0/vehicle",{${written}},null,]`));
  });

  it('without a body', () => {
    expect(fingerprintOf(POST, undefined)).to.equal(digest('["POST","/api/v1.0/vehicle",null,null,]'));
  });

  it('with a file, which counts with all its content, or with the error if it cannot be read', () => {
    const bytes = new Uint8Array(LARGEST_DOCUMENT);
    expect(fingerprintOf(POST, { input: {}, upload: { name: 'carte grise.pdf', bytes } })).to.equal(
      digest(`["POST","/api/v1.0/vehicle",{},"${digest(bytes)}",]`),
    );
    expect(
      fingerprintOf(POST, { input: {}, upload: new Unreadable({ en: 'came twice', fr: 'venu deux fois' }) }),
    ).to.equal(digest('["POST","/api/v1.0/vehicle",{},{"message":{"en":"came twice","fr":"venu deux fois",},},]'));
  });
});

import { Unreadable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { fingerprintOf } from '../../src/idempotency.ts';

const digest = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const POST = { method: 'POST', path: '/api/v1.0/vehicle' };

// Keys are kept for a day, and another release may be started in between.
describe('The fingerprint of a request is the same from release to release', () => {
  it('where it is JSON: without spaces, the members in the order of their names', () => {
    const input = JSON.parse('{"b": [1, [true, null], {}], "a": {"é\\"": "x"}, "c": []}') as object;
    expect(fingerprintOf(POST, { input })).to.equal(
      digest('["POST","/api/v1.0/vehicle",{"a":{"é\\"":"x",},"b":[1,[true,null,],{},],"c":[],},null,]'),
    );
  });

  it('where it has no body', () => {
    expect(fingerprintOf(POST, undefined)).to.equal(digest('["POST","/api/v1.0/vehicle",null,null,]'));
  });

  it('where it has a file: by its content, and by what is wrong with one that cannot be read', () => {
    const bytes = new TextEncoder().encode('%PDF-1.7');
    expect(fingerprintOf(POST, { input: {}, upload: { name: 'carte grise.pdf', bytes } })).to.equal(
      digest(`["POST","/api/v1.0/vehicle",{},"${digest(bytes)}",]`),
    );
    expect(fingerprintOf(POST, { input: {}, upload: new Unreadable('came twice') })).to.equal(
      digest('["POST","/api/v1.0/vehicle",{},{"message":"came twice",},]'),
    );
  });
});

import { instantOf, later } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { verifyLink, signedLink } from '../src/signed-link.ts';

const now = instantOf('2026-11-01T10:00:00Z');
const KEY = 'companies/1/documents/2/contract';
const signing = { baseUrl: 'https://insurance.example', secret: 'a secret of the test' };

describe('a signed link', () => {
  const link = signedLink(signing, KEY, now);
  const address = link.slice(signing.baseUrl.length);

  it('opens its file for an hour, and no longer', () => {
    expect(link).to.match(
      /^https:\/\/insurance\.example\/documents\/companies\/1\/documents\/2\/contract\?expires=\d+&signature=[\w-]{43}$/,
    );
    expect(verifyLink(signing, address, now)).to.deep.equal({ key: KEY, name: null });
    expect(verifyLink(signing, address, later(now, { minutes: 59, seconds: 59 }))?.key).to.equal(KEY);
    expect(verifyLink(signing, address, later(now, { minutes: 60 }))).to.be.undefined;
  });

  // Proves: saved-files-named-by-policy, links-signed
  it('opens nothing if any character is changed, including those of the name', () => {
    const named = signedLink(signing, KEY, now, 'VI-1-2026-000042.pdf').slice(signing.baseUrl.length);
    expect(verifyLink(signing, named, now)).to.deep.equal({ key: KEY, name: 'VI-1-2026-000042.pdf' });
    for (const each of [address, named]) opensNothingChanged(each);
    expect(verifyLink(signing, named.replace(/&name=[^&]+/, ''), now)).to.equal(undefined);
    expect(verifyLink(signing, address.replace('&signature', '&name=a.pdf&signature'), now)).to.equal(undefined);
  });

  const opensNothingChanged = (address: string): void => {
    const query = address.indexOf('?');
    for (let at = '/documents/'.length; at < address.length; at += 1) {
      const changed = address.slice(0, at) + (address[at] === 'x' ? 'y' : 'x') + address.slice(at + 1);
      expect(verifyLink(signing, changed, now), at < query ? 'key' : 'query').to.be.undefined;
    }
  };

  it('opens nothing if signed with another secret, or with a duplicate parameter', () => {
    const others = signedLink({ ...signing, secret: 'another' }, KEY, now).slice(signing.baseUrl.length);
    for (const each of [others, `${address}&expires=9999999999`, '//['])
      expect(verifyLink(signing, each, now), each).to.be.undefined;
  });

  it('opens behind a proxy that removes the path of the base URL', () => {
    const behind = { ...signing, baseUrl: 'https://gateway.example/insurance/' };
    const full = signedLink(behind, KEY, now).slice('https://gateway.example'.length);
    expect(full.startsWith('/insurance/documents/')).to.be.true;
    expect(verifyLink(behind, full, now)?.key).to.equal(KEY);
    expect(verifyLink(behind, full.slice('/insurance'.length), now)?.key).to.equal(KEY);
  });
});

import { aCertificate } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { isSameCertificate } from '../../src/domain/certificate/certificate.ts';

const certificate = aCertificate();

describe('two certificates', () => {
  it('are the same if every field is equal, or if both are absent', () => {
    expect(isSameCertificate(certificate, { ...certificate })).to.equal(true);
    expect(isSameCertificate(null, null)).to.equal(true);
  });

  it('differ if only one exists', () => {
    expect(isSameCertificate(null, certificate)).to.equal(false);
    expect(isSameCertificate(certificate, null)).to.equal(false);
  });

  for (const field of Object.keys(certificate))
    it(`differ if they differ in ${field}`, () => {
      expect(isSameCertificate(certificate, { ...certificate, [field]: 'another' })).to.equal(false);
    });
});

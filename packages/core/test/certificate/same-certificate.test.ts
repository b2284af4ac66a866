import type { Certificate } from '@vehicle-insurance/core';
import { aCertificate, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { isSameCertificate } from '../../src/domain/certificate/certificate.ts';

const certificate = aCertificate();
const OTHER: Certificate = {
  certificateNumber: 'CI-2026-OTHER',
  insuranceCompany: 'another',
  effectiveDate: day('2026-02-02'),
  expiryDate: day('2027-02-01'),
  pdfLink: 'https://authority.example/other.pdf',
  imageLink: 'https://authority.example/other.png',
  qrCodeLink: 'https://authority.example/other',
};

describe('two certificates', () => {
  it('are the same if every field is equal, or if both are absent', () => {
    expect(isSameCertificate(certificate, { ...certificate })).to.equal(true);
    expect(isSameCertificate(null, null)).to.equal(true);
  });

  it('differ if only one exists', () => {
    expect(isSameCertificate(null, certificate)).to.equal(false);
    expect(isSameCertificate(certificate, null)).to.equal(false);
  });

  for (const field of Object.keys(OTHER) as (keyof Certificate)[])
    it(`differ if they differ in ${field}`, () => {
      expect(isSameCertificate(certificate, { ...certificate, [field]: OTHER[field] })).to.equal(false);
    });
});

import { signProof, type ContractFacts, type ProvenFacts } from '@vehicle-insurance/core';
import { expect } from 'chai';
import QRCode from 'qrcode';
import { aSigner } from '../../core/test/proof/signing.ts';
import { codesOn } from './codes.ts';
import { usualFacts } from './facts.ts';
import { contractDocument, linksIn, textIn, textOf } from './reading.ts';

/** With an address longer than usual. */
const signer = { ...aSigner(), address: 'HTTPS://VERIFICATION.ASSURANCES-DE-LA-LAGUNE.CI/V/' };

const onPage = { ...usualFacts.certificate, qrCodeLink: 'https://authority.example/code/00418273' };

const MILLIMETRES = 25.4 / 72;

const proven = (over: Partial<ProvenFacts> = {}): ContractFacts => {
  const proof = signProof(signer, 'contract', { ...usualFacts, ...over });
  expect(proof).to.be.a('string');
  return { ...usualFacts, proof };
};

const measured = async (facts: ContractFacts) => {
  const codes = await codesOn(await contractDocument.render(facts));
  const [authority, own] = codes;
  expect(codes.map(({ text }) => text)).to.deep.equal([usualFacts.authorityCode, facts.proof]);
  expect(authority?.left ?? Infinity).to.be.below(own?.left ?? 0);
  const { version, modules } = QRCode.create(facts.proof ?? '', { errorCorrectionLevel: 'M' });
  return { version, module: ((own?.width ?? 0) / modules.size) * MILLIMETRES };
};

describe('the codes on a contract', () => {
  // Proves: proof-codes
  it('are the authority’s, then ours, and can be read by an independent reader', async () => {
    const { version, module } = await measured(proven());
    expect(version).to.equal(9);
    expect(module).to.be.above(0.7);
  });

  it('have captions that identify them', async () => {
    const text = await textOf(proven());
    for (const words of ['QR code de l’attestation', 'QR code de l’assureur', 'même sans réseau'])
      expect(text).to.include(words);
    expect(text).to.include('Valable du 1er novembre 2026 au 31 octobre 2027 inclus');
    const facts = proven();
    const links = [facts.proof, facts.authorityCode].map((address) => new URL(address ?? '').href);
    expect(await linksIn(await contractDocument.render(facts)), 'the codes as links').to.deep.equal(links);
  });

  // Proves: proof-codes
  it('can be read even with the longest plate and numbers, in the widest script', async () => {
    const { version, module } = await measured(
      proven({
        contract: { ...usualFacts.contract, policyNumber: 'P'.repeat(100) },
        vehicle: { licencePlate: 'A'.repeat(20) },
        certificate: { certificateNumber: '𐀀'.repeat(100) },
      }),
    );
    expect(version).to.equal(21);
    expect(module).to.be.above(0.37);
  });

  it('include only the authority’s on a document without a proof', async () => {
    const codes = await codesOn(await contractDocument.render(usualFacts));
    expect(codes.map(({ text }) => text)).to.deep.equal([usualFacts.authorityCode]);
    expect(await textOf(usualFacts)).to.not.include('QR code de l’assureur');
  });

  it('omit the authority’s if it could not be read, and print its address instead', async () => {
    for (const facts of [proven(), usualFacts]) {
      const pdf = await contractDocument.render({ ...facts, authorityCode: null, certificate: onPage });
      // A copy, because reading a document consumes its bytes.
      const codes = await codesOn(pdf.slice());
      expect(codes.map(({ text }) => text)).to.deep.equal(facts.proof === null ? [] : [facts.proof]);
      expect(await textIn(pdf))
        .to.include(onPage.qrCodeLink)
        .and.include('auprès de l’organisme qui l’a émise, à cette adresse')
        .and.not.include('QR code de l’attestation')
        .and.not.match(/code de gauche/i);
    }
  });

  it('never include the address of a code’s image, as text or as a link', async () => {
    for (const [authorityCode, path] of [
      [null, '00418273.png'],
      [null, '00418273.JPEG?size=2'],
      [null, '00418273.svg#code'],
      ['SP-2026-1|AA-123-AB', '00418273.png'],
      ['javascript:alert(1)', '00418273.png'],
    ] as const) {
      const qrCodeLink = `https://authority.example/code/${path}`;
      const certificate = { ...usualFacts.certificate, qrCodeLink };
      const facts = { ...usualFacts, authorityCode, certificate };
      const pdf = await contractDocument.render(facts);
      expect(Buffer.from(pdf).toString('latin1'), path).to.not.match(/authority\.example\/code|javascript/);
      expect(await textIn(pdf), path)
        .to.include(certificate.certificateNumber)
        .and.not.include('authority.example')
        .and.not.match(/cette adresse/);
      expect(await textOf(facts, 'en'), path).to.not.match(/this address/);
      expect(await textOf({ ...proven(), authorityCode, certificate }), path).to.not.match(/cette adresse/);
    }
  });

  it('include the authority’s unchanged even if its text is not an address', async () => {
    const facts = { ...usualFacts, authorityCode: 'SP-2026-1|AA-123-AB', certificate: onPage };
    const pdf = await contractDocument.render(facts);
    expect((await codesOn(pdf.slice())).map(({ text }) => text)).to.deep.equal(['SP-2026-1|AA-123-AB']);
    expect(await textIn(pdf))
      .to.include(onPage.qrCodeLink)
      .and.include('l’authenticité de l’attestation, ou ouvrez cette adresse :');
  });
});

import {
  checkProof,
  LANGUAGES,
  signProof,
  type ContractFacts,
  type Language,
  type LocalDate,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { ADDRESS, aSigner, verifySignature } from '../../core/test/proof/signing.ts';
import { codesOn } from './codes.ts';
import { fullFacts, usualFacts } from './facts.ts';
import { contractDocument, textIn } from './reading.ts';

const signer = aSigner();
const KEYS = [{ publicKey: signer.publicKey, withdrawn: false }];
const ON = '2026-12-01' as LocalDate;
const PAID = { payment: fullFacts.payment ?? expect.fail('it was paid') };

const bike = { ...fullFacts.vehicle, type: 'bike' as const, power: 125, seats: 2 };
const KINDS: Readonly<Record<string, ContractFacts>> = {
  'a car, with the legally required facts': usualFacts,
  'a car, with all facts': fullFacts,
  'a motorbike': { ...fullFacts, vehicle: bike },
  'a rental car': { ...fullFacts, quote: { ...fullFacts.quote, usage: 'renting' } },
  'a car with the longest plate': { ...fullFacts, vehicle: { ...fullFacts.vehicle, licencePlate: 'W'.repeat(20) } },
};

const draw = (paper: 'contract' | 'receipt', facts: ContractFacts, language: Language): Promise<Uint8Array> =>
  paper === 'contract'
    ? contractDocument.render(facts, language)
    : contractDocument.receipt({ ...facts, ...PAID }, language);

describe('a code on a paper', function () {
  this.timeout(30_000);
  for (const [kind, facts] of Object.entries(KINDS))
    for (const paper of ['contract', 'receipt'] as const)
      for (const language of LANGUAGES)
        // Proves: proof-codes
        it(`can be read by an independent reader and proves its paper: ${paper} for ${kind}, ${language}`, async () => {
          const proof = signProof(signer, paper, facts);
          const pdf = await draw(paper, { ...facts, proof }, language);
          const codes = (await codesOn(pdf.slice())).map(({ text }) => text);
          const authority = facts.authorityCode;
          expect(codes).to.deep.equal(paper === 'contract' ? [authority, proof] : [proof]);
          const token = (codes.at(-1) ?? '').slice(ADDRESS.length);
          const { licencePlate } = facts.vehicle;
          const checked = await checkProof(verifySignature)(token, KEYS, ON);
          expect(checked).to.deep.include({ standing: 'valid' });
          expect('proof' in checked && checked.proof).to.include({ document: paper, licencePlate });
          expect(await textIn(pdf)).to.include(` ${licencePlate} `);
        });
});

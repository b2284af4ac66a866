import { contractsCertified, namedFirst, readSearchTerms, type Hit } from '@vehicle-insurance/core';
import { aCertificate, inUnit, memoryStore, storedContract, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const ID = '01981c2e-6400-7a10-8c01-0000000000aa';

describe('an operator’s search term', () => {
  const beginnings: readonly (readonly [string, string, string])[] = [
    ['f', 'f0000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['01981c2e', '01981c2e-0000-0000-0000-000000000000', '01981c2e-ffff-ffff-ffff-ffffffffffff'],
    [' 01981C2E-6 ', '01981c2e-6000-0000-0000-000000000000', '01981c2e-6fff-ffff-ffff-ffffffffffff'],
    [ID, ID, ID],
  ];
  for (const [typed, from, to] of beginnings)
    it(`can be the beginning of an id: "${typed}"`, () => {
      expect(readSearchTerms(typed).ids).to.deep.equal({ from, to });
    });

  for (const typed of ['', ' ', 'g', '0198g', '01981c2e6', '0198-', '-', '01981c2e-64-', `${ID}0`, `${ID}-`])
    it(`is not the beginning of an id: "${typed}"`, () => {
      expect(readSearchTerms(typed).ids).to.equal(null);
    });

  it('can be a policy number, in any case', () => {
    expect(readSearchTerms(' vi-7-2026 ').policyNumbers).to.deep.equal(['vi-7-2026', 'VI-7-2026']);
    expect(readSearchTerms('VI-7-2026').policyNumbers).to.deep.equal(['VI-7-2026']);
  });

  it('can be a plate, a phone or a session, but only if it has the form of one', () => {
    expect(readSearchTerms(' ab 123-cd ')).to.include({
      licencePlate: 'AB123-CD',
      phone: null,
      sessionId: 'ab 123-cd',
    });
    expect(readSearchTerms('07 01 02 03 04').phone).to.equal('+2250701020304');
    expect(readSearchTerms('cos_1').licencePlate).to.equal(null);
  });

  it('means the object with that id if there is one, otherwise every object that refers to it', () => {
    const hit = (id: string, own: boolean): Hit => ({ companyId: 'c', id, own });
    const [payment, other, contract] = [hit('payment', false), hit('other', false), hit('contract', true)];
    expect(namedFirst([payment, contract, other])).to.deep.equal([contract]);
    expect(namedFirst([payment, other])).to.deep.equal([payment, other]);
    expect(namedFirst([])).to.deep.equal([]);
  });
});

describe('a certificate number', () => {
  it('finds its contract in any spelling, and an unknown number finds none', async () => {
    const store = memoryStore();
    const certificate = aCertificate({ certificateNumber: 'CI-7' });
    const request = { status: 'issued', certificate, due: null } as const;
    const { contract } = await storedContract(store.unitOfWork, await storedQuote(store.unitOfWork), { request });
    await inUnit(store.unitOfWork, ({ certificateNumbers }) =>
      certificateNumbers.claim('CI-7', { companyId: contract.companyId, contractId: contract.id }),
    );
    for (const typed of ['CI-7', ' ci-7 ']) expect(await contractsCertified(store)(typed)).to.deep.equal([contract.id]);
    expect(await contractsCertified(store)('CI-8')).to.deep.equal([]);
  });
});

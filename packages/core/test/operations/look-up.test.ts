import { nameKeys } from '../../src/domain/quote/search-keys.ts';
import {
  holderKeys,
  namedFirst,
  plateKeys,
  policyKey,
  readPartialTerms,
  readSearchTerms,
  type Hit,
} from '@vehicle-insurance/core';
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
    const plate = readSearchTerms(' ab 123-cd ');
    expect(plate).to.include({ licencePlate: 'AB123-CD', phone: null, sessionId: 'ab 123-cd' });
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

describe('a text that may be only a part of a value', () => {
  it('can be a phone in any notation', () => {
    for (const typed of ['+225 0701020304', '00225-07-01-02-03-04', '2250701020304', '(07) 01.02.03/04']) {
      const { phone, phoneEnd, holder } = readPartialTerms(typed);
      expect([phone, phoneEnd, holder[0]?.[0]]).to.deep.equal(['+2250701020304', '0701020304', '+4030201070']);
    }
    expect(readPartialTerms('0304')).to.deep.include({ phone: null, phoneEnd: '0304', holder: [['+4030', '0304']] });
    for (const typed of ['304', '+33612345678', '07 01 02 03 04 x', '-'])
      expect(readPartialTerms(typed).phoneEnd, typed).to.equal(null);
  });

  it('can be a name, whose digits may be those of the phone', () => {
    expect(readPartialTerms(' Koné  N’Da ').holder).to.deep.equal([['kone'], ['n'], ['da']]);
    expect(readPartialTerms('sarl 2000').holder).to.deep.equal([['sarl'], ['2000', '+0002']]);
    expect(readPartialTerms('k').holder).to.deep.equal([]);
    expect(readPartialTerms('a '.repeat(50)).holder).to.deep.equal([]);
    expect(readPartialTerms('ab '.repeat(40)).holder).to.have.length(10);
  });

  it('can be a part of a plate or a policy number, or the beginning or end of an id, unless it is too short', () => {
    expect(readPartialTerms('ab-12')).to.include({ platePart: 'AB12', policyKey: '21ba' });
    expect(readPartialTerms('é12')).to.include({ platePart: null, policyKey: '21e' });
    expect(readPartialTerms('a-b')).to.include({ platePart: null, policyKey: null });
    expect(readPartialTerms('01981C2E').paymentIdEnd).to.equal('01981c2e');
    expect(readPartialTerms('01981c').ids?.from).to.equal('01981c00-0000-0000-0000-000000000000');
    expect(readPartialTerms('01981').ids).to.equal(null);
  });
});

describe('the keys of', () => {
  for (const [name, ...keys] of [
    ["N'Guessan  Yao", 'n', 'guessan', 'yao', 'nguessan'],
    ['Éloïse-Zoé KONÉ', 'eloise', 'zoe', 'kone', 'eloisezoe'],
    ['محمّد كـوني', 'محمد', 'كوني'],
    ['Ɓɔɔyi ŒUVRÉ', 'booyi', 'oeuvre'],
    ['Société A.B. n° 7', 'societe', 'a', 'b', 'n', '7', 'ab'],
    ['– ?'],
  ] as const)
    it(`the name ${name} are its words without case and accents`, () => {
      expect(nameKeys(name)).to.deep.equal(keys);
    });

  it('a plate begin with each of its parts of at least three characters', () => {
    expect(plateKeys('AB-12-C')).to.deep.equal(['AB12C', 'B12C', '12C']);
    expect(plateKeys('A-1')).to.deep.equal(['A1']);
    expect(plateKeys('--')).to.deep.equal([]);
  });

  it('a policy number and a phone begin with each of their ends', () => {
    expect(policyKey('VI-7/2026')).to.equal('62027iv');
    expect(holderKeys({ name: 'Awa', phone: '+2250701020304' })).to.deep.equal(['awa', '+4030201070']);
    expect(holderKeys({ name: 'Awa', phone: null })).to.deep.equal(['awa']);
  });
});

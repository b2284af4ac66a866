import { expect } from 'chai';
import fc from 'fast-check';
import { withoutPersons } from '@vehicle-insurance/core';

describe('withoutPersons', () => {
  it('keeps the facts that a dispute needs', () => {
    const answer = {
      id: 'cos-18qq25rgr100a',
      client_reference: '01981c2e-6400-7a10-8c01-000000000001',
      amount: '104627',
      currency: 'XOF',
      checkout_status: 'open',
      when_created: '2026-01-15T09:00:00Z',
      date_effet: '2026-01-15 09:00',
      numero_demande: 1_000_001,
      statut: -4,
      infos: [{ numero_attestation: 'A-1', valide: true }],
      last_payment_error: null,
    };
    expect(withoutPersons(answer)).to.deep.equal(answer);
  });

  const PRIVATE_FIELDS = [
    ...['business_name', 'firstName', 'mobile', 'restrict_payer_mobile', 'phone', 'msisdn', 'email', 'e-mail', 'payer'],
    ...['customer', 'wave_launch_url', 'url', 'client_secret', 'access_token', 'api_key', 'apikey', 'password'],
    ...['nom_assure', 'prénom', 'numero_telephone_souscripteur', 'Téléphone', 'adresse_mail_assure', 'adresse'],
    ...['souscripteur', 'assuré', 'code_acces', 'code_accès', 'clé_secrète', 'authorization', 'mot_de_passe', 'client'],
  ];
  for (const field of PRIVATE_FIELDS)
    it(`removes ${field} at any depth`, () => {
      const answer = { [field]: 'private', inner: [{ [field]: { any: 'kept from nobody' } }] };
      expect(withoutPersons(answer)).to.deep.equal({ inner: [{}] });
    });

  const PHONE_NUMBERS = [
    ...['+2250701020304', '2250701020304', '002250701020304', '0701020304', '70102030'],
    ...['07 01 02 03 04', '+225 07 01 02 03 04', '+225-07-01-02-03-04', '07.01.02.03.04'],
  ];
  for (const number of PHONE_NUMBERS)
    it(`removes ${number} from a text`, () => {
      expect(withoutPersons({ note: `call ${number}, please` })).to.deep.equal({ note: 'call …, please' });
      expect(withoutPersons([number])).to.deep.equal(['…']);
    });

  it('removes numbers that can be phone numbers', () => {
    expect(withoutPersons([2_250_701_020_304, 100_000_000, 99_999_999])).to.deep.equal(['…', '…', 99_999_999]);
  });

  it('removes mail addresses from a text', () => {
    expect(withoutPersons('write to <someone@example.com> today')).to.equal('write to <…> today');
  });

  it('removes every phone number, in any surrounding text', () => {
    const number = fc.stringMatching(/^(\+225)?0[157]\d{8}$/);
    const around = fc.constantFrom('', ' ', ', ', '"', ': ', '(', ')', '/', '=', 'é');
    fc.assert(
      fc.property(number, around, around, fc.constantFrom('note', 'message', 'details'), (it, before, after, field) => {
        const answer = JSON.stringify(withoutPersons({ list: [{ [field]: `${before}${it}${after}` }] }));
        expect(answer).to.not.contain(it.slice(-8));
      }),
      { numRuns: 100 },
    );
  });

  it('accepts any answer, even a large, deep or unusual one', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}"0701020304"${']'.repeat(20_000)}`) as unknown;
    expect(JSON.stringify(withoutPersons(deep))).to.not.contain('0701020304');
    const nested = JSON.parse(`${'{"a":'.repeat(20_000)}"0701020304"${'}'.repeat(20_000)}`) as unknown;
    expect(JSON.stringify(withoutPersons(nested))).to.not.contain('0701020304');
    expect(withoutPersons('x'.repeat(1_000_000))).to.have.lengthOf(1_000_000);
    for (const nothing of [null, undefined, true, '']) expect(withoutPersons(nothing)).to.equal(nothing);
  });
});

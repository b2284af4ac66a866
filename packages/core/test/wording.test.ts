import { expect } from 'chai';
import { inEnglish, inFrench, type Reason } from '@vehicle-insurance/core';

/** French amounts contain narrow spaces. */
const french = (reason: Reason): string => inFrench(reason).replaceAll(/\s/g, ' ');

const OTHER_POLICY = { code: 'other_policy', policyNumber: 'VI-2' } as const;
const OUT_OF_STOCK = { code: 'authority_status', status: -4, meaning: 'out_of_stock' } as const;
const DIFFERS = { code: 'statement_differs', provider: 'wave', transactionId: 'T1', currency: 'XOF' } as const;
const BY_HAND = { reference: 'VIR-7', note: 'caisse' } as const;

const SENTENCES: readonly (readonly [Reason, string, string])[] = [
  [
    { code: 'no_answer', of: 'provider', failure: 'broken connection' },
    'the provider gave no answer: broken connection',
    'le fournisseur ne répond pas : connexion rompue',
  ],
  [
    { code: 'no_answer', of: 'authority', failure: 'no connection', detail: 'ECONNREFUSED' },
    'the authority gave no answer: no connection (ECONNREFUSED)',
    'l’autorité ne répond pas : pas de connexion (ECONNREFUSED)',
  ],
  [
    { code: 'unexpected_status', of: 'provider', status: 503 },
    'the provider answered 503',
    'le fournisseur a répondu 503',
  ],
  [
    { code: 'unreadable_answer', of: 'provider', status: 200 },
    'the answer of the provider cannot be understood (200)',
    'réponse incompréhensible du fournisseur (200)',
  ],
  [OUT_OF_STOCK, '-4: no certificates are left in stock', '-4 : plus d’attestation en stock'],
  [
    { code: 'access_denied', status: 403 },
    'HTTP 403: our credentials are not accepted',
    'HTTP 403 : nos codes ne sont pas acceptés',
  ],
  [
    { code: 'authority_refused', answer: OUT_OF_STOCK },
    'the authority refused: -4: no certificates are left in stock',
    'l’autorité refuse : -4 : plus d’attestation en stock',
  ],
  [
    { code: 'other_days', from: '2027-01-05', to: '2028-01-04' },
    'it is for other days: 2027-01-05 to 2028-01-04',
    'elle est d’autres jours : du 05/01/2027 au 04/01/2028',
  ],
  [
    { code: 'late_certificate', issued: 'SP-1', contradiction: null },
    'the authority has certificate SP-1 for the cancelled contract; it is not attached',
    'l’autorité a l’attestation SP-1 pour le contrat résilié ; elle n’est pas jointe',
  ],
  [
    { code: 'second_certificate', issued: 'SP-1', attached: 'SP-2', contradiction: OTHER_POLICY },
    'the authority issued SP-1, though it is for policy VI-2, and SP-2 is attached',
    'l’autorité a édité SP-1, mais elle est de la police VI-2, et SP-2 est jointe',
  ],
  [
    { code: 'nothing_held', isCancelled: false },
    'the authority holds nothing but what was attached',
    'l’autorité n’a rien d’autre que ce qui est joint',
  ],
  [
    { code: 'nothing_held', isCancelled: true },
    'the authority holds nothing for the cancelled contract',
    'l’autorité n’a rien pour le contrat résilié',
  ],
  [
    {
      code: 'several',
      problems: [{ code: 'not_an_image' }, { code: 'document_not_stored', document: 'contractDocument' }],
    },
    'the certificate’s picture is not an image; the contract document cannot be stored',
    'l’image de l’attestation n’est pas une image ; le dépôt ne prend pas le contrat',
  ],
  [
    { code: 'certificate_attached', certificateNumber: 'SP-1', note: null },
    'certificate SP-1 attached by hand',
    'attestation SP-1 jointe à la main',
  ],
  [
    { code: 'certificate_attached', certificateNumber: 'SP-1', note: 'reçue' },
    'certificate SP-1 attached by hand: reçue',
    'attestation SP-1 jointe à la main : reçue',
  ],
  [
    { code: 'refunded_by_transfer', ...BY_HAND },
    'refunded by hand, reference VIR-7: caisse',
    'remboursé à la main, référence VIR-7 : caisse',
  ],
  [
    { code: 'refunded_on_pages', ...BY_HAND, isConfirmed: true },
    'refunded on the provider’s pages, as the provider confirms, reference VIR-7: caisse',
    'remboursé sur les pages du fournisseur, qui le confirme, référence VIR-7 : caisse',
  ],
  [
    { code: 'transfer_repeated', ...BY_HAND, refundedBy: 'operator' },
    'also refunded by hand, reference VIR-7: caisse; it had been refunded',
    'noté aussi comme remboursé à la main, référence VIR-7 : caisse ; c’était déjà remboursé',
  ],
  [
    { code: 'refund_handed_over', note: 'volé' },
    'volé (the provider is no longer configured)',
    'volé (le fournisseur n’est plus configuré)',
  ],
  [
    { code: 'settled', cause: 'repeated_returned', note: 'virement reçu' },
    'repeated returned: virement reçu',
    'ce que le payeur devait est revenu : virement reçu',
  ],
  [{ code: 'company_corrected', fields: ['name', 'licence'] }, 'corrected: name, licence', 'corrigé : nom, agrément'],
  [
    { ...DIFFERS, kind: 'missing_here', there: -147_397, here: null },
    'missing_here, wave T1, statement -147397',
    'Opération que nos comptes n’ont pas, wave T1, relevé -147 397 F CFA',
  ],
  [
    { ...DIFFERS, kind: 'missing_there', transactionId: null, there: null, here: 5, currency: 'GMD' },
    'missing_there, wave, records 5 GMD',
    'Payé chez nous, absent du relevé, wave, nos comptes 5 GMD',
  ],
  [
    { ...DIFFERS, kind: 'other_amount', there: 9_000, here: 9_000, currency: 'GMD' },
    'other_amount, wave T1, statement 9000 GMD, records 9000',
    'Autre montant, ou autre monnaie, wave T1, relevé 9 000 GMD, nos comptes 9 000 F CFA',
  ],
];

describe('the wording of reasons', () => {
  it('shows a code of a later release unchanged', () => {
    const later = { code: 'of_a_later_release' } as unknown as Reason;
    expect([inEnglish(later), inFrench(later)]).to.deep.equal([later.code, later.code]);
  });

  for (const [reason, english, inItsFrench] of SENTENCES)
    it(`has a sentence for ${reason.code} in each language: ${english}`, () => {
      expect(inEnglish(reason)).to.equal(english);
      expect(french(reason)).to.equal(inItsFrench);
    });
});

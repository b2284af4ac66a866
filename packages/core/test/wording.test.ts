import { expect } from 'chai';
import {
  ACTIONS_IN_FRENCH,
  failureIn,
  inEnglish,
  inFrench,
  noBreakSpaces,
  unwritableInEnglish,
  type Reason,
} from '@vehicle-insurance/core';

/** French amounts contain narrow spaces. */
const french = (reason: Reason): string => inFrench(reason).replaceAll(/\s/g, ' ');

const OTHER_POLICY = { code: 'other_policy', policyNumber: 'VI-2' } as const;
const OUT_OF_STOCK = { code: 'authority_status', status: -4, meaning: 'out_of_stock' } as const;
const DIFFERS = {
  code: 'statement_differs',
  provider: 'wave',
  transactionId: 'T1',
  fee: null,
  currency: 'XOF',
  hereCurrency: 'XOF',
} as const;
const BY_HAND = { reference: 'VIR-7', note: 'caisse' } as const;

const SENTENCES: readonly (readonly [Reason, string, string])[] = [
  [
    { code: 'no_answer', of: 'provider', failure: 'broken connection' },
    'the provider gave no answer: broken connection',
    'l’opérateur de paiement ne répond pas : connexion interrompue',
  ],
  [
    { code: 'no_answer', of: 'authority', failure: 'no connection', detail: 'ECONNREFUSED' },
    'the authority gave no answer: no connection (ECONNREFUSED)',
    'l’organisme émetteur ne répond pas : connexion impossible',
  ],
  [
    { code: 'unexpected_status', of: 'provider', status: 503 },
    'the provider answered 503',
    'l’opérateur de paiement a renvoyé l’erreur HTTP 503',
  ],
  [
    { code: 'unreadable_answer', of: 'provider', status: 200 },
    'the answer of the provider cannot be understood (200)',
    'réponse illisible de l’opérateur de paiement (code HTTP 200)',
  ],
  [OUT_OF_STOCK, '-4: no certificates are left in stock', 'stock d’attestations épuisé'],
  [
    { code: 'access_denied', status: 403 },
    'HTTP 403: our credentials are not accepted',
    'identifiants refusés (erreur HTTP 403)',
  ],
  [
    { code: 'authority_refused', answer: OUT_OF_STOCK },
    'the authority refused: -4: no certificates are left in stock',
    'refus de l’organisme émetteur : stock d’attestations épuisé',
  ],
  [
    { code: 'other_days', from: '2027-01-05', to: '2028-01-04' },
    'it is for other days: 2027-01-05 to 2028-01-04',
    'période du 05/01/2027 au 04/01/2028, différente de celle du contrat',
  ],
  [
    { code: 'other_days', from: '2027-01-05', to: '2027-01-05' },
    'it is for other days: 2027-01-05 to 2027-01-05',
    'période du 05/01/2027, différente de celle du contrat',
  ],
  [
    { code: 'late_certificate', issued: 'SP-1', contradiction: null },
    'the authority has certificate SP-1 for the cancelled contract; it is not attached',
    'l’organisme émetteur a émis l’attestation SP-1 alors que le contrat est annulé ; cette attestation n’est pas jointe',
  ],
  [
    { code: 'second_certificate', issued: 'SP-1', attached: 'SP-2', contradiction: OTHER_POLICY },
    'the authority issued SP-1, though it is for policy VI-2, and SP-2 is attached',
    'l’organisme émetteur a émis l’attestation SP-1 (numéro de police VI-2, différent de celui du contrat), alors que l’attestation SP-2 est déjà jointe',
  ],
  [
    { code: 'nothing_held', isCancelled: false },
    'the authority has nothing except the attached certificate',
    'l’organisme émetteur n’a aucune autre attestation que celle qui est jointe',
  ],
  [
    { code: 'nothing_held', isCancelled: true },
    'the authority has nothing for the cancelled contract',
    'l’organisme émetteur n’a aucune attestation pour le contrat annulé',
  ],
  [
    {
      code: 'several',
      problems: [{ code: 'not_an_image' }, { code: 'document_not_stored', document: 'contractDocument' }],
    },
    'the certificate’s picture is not an image; the contract document cannot be stored',
    'le fichier reçu pour l’attestation n’est pas une image ; impossible d’enregistrer les conditions particulières dans le stockage',
  ],
  [
    { code: 'certificate_attached', certificateNumber: 'SP-1', note: null },
    'certificate SP-1 attached by hand',
    'attestation SP-1 jointe manuellement',
  ],
  [
    { code: 'certificate_attached', certificateNumber: 'SP-1', note: 'reçue' },
    'certificate SP-1 attached by hand: reçue',
    'attestation SP-1 jointe manuellement : reçue',
  ],
  [
    { code: 'refunded_by_transfer', ...BY_HAND },
    'refunded by hand, reference VIR-7: caisse',
    'remboursement fait par virement, référence VIR-7 : caisse',
  ],
  [
    { code: 'refunded_on_pages', ...BY_HAND, isConfirmed: true },
    'refunded on the provider’s website, as the provider confirms, reference VIR-7: caisse',
    'remboursement fait depuis l’espace marchand (confirmé par l’opérateur de paiement), référence VIR-7 : caisse',
  ],
  [
    { code: 'transfer_repeated', ...BY_HAND, refundedBy: 'operator' },
    'also refunded by hand, reference VIR-7: caisse; it had been refunded',
    'virement supplémentaire enregistré, référence VIR-7 : caisse ; un autre remboursement était déjà enregistré',
  ],
  [
    { code: 'refund_handed_over', note: 'volé' },
    'volé (the provider is no longer configured)',
    'volé (opérateur de paiement retiré de la configuration)',
  ],
  ...(
    [
      ['refund_on_pages', 'remboursement fait depuis l’espace marchand'],
      ['transfer_covered', 'somme reversée par l’opérateur après un remboursement par virement'],
      ['refund_repeated', 'remboursement fait à tort'],
      ['transfer_repeated', 'virement fait en plus d’un remboursement'],
      ['repeated_settled', 'créance sur le payeur réglée ou passée en perte'],
      ['repeated_returned', 'somme récupérée auprès du payeur'],
    ] as const
  ).map(
    ([cause, words]) =>
      [
        { code: 'settled', cause, note: 'vu' },
        `${cause.replace('_', ' ').replace('_', ' ')}: vu`,
        `${words} : vu`,
      ] as const,
  ),
  [
    { code: 'company_corrected', fields: ['name', 'licence'] },
    'corrected: name, licence',
    'modification : nom, numéro d’agrément',
  ],
  [
    { ...DIFFERS, kind: 'missing_here', there: -147_397, here: null },
    'missing_here, wave T1, statement -147397',
    'Opération absente de nos comptes (Wave, transaction T1) : -147 397 FCFA sur le relevé',
  ],
  [
    {
      ...DIFFERS,
      kind: 'missing_there',
      transactionId: null,
      there: null,
      here: 5,
      currency: 'GMD',
      hereCurrency: 'GMD',
    },
    'missing_there, wave, records 5 GMD',
    'Paiement absent du relevé (Wave) : 5 GMD dans nos comptes',
  ],
  [
    { ...DIFFERS, kind: 'other_amount', there: 9_000, here: 9_000, currency: 'GMD' },
    'other_amount, wave T1, statement 9000 GMD, records 9000',
    'Montant ou devise différents de nos comptes (Wave, transaction T1) : 9 000 GMD sur le relevé, 9 000 FCFA dans nos comptes',
  ],
  [
    { ...DIFFERS, kind: 'other_amount', there: 9_000, here: 8_000, hereCurrency: 'GMD' },
    'other_amount, wave T1, statement 9000, records 8000 GMD',
    'Montant ou devise différents de nos comptes (Wave, transaction T1) : 9 000 FCFA sur le relevé, 8 000 GMD dans nos comptes',
  ],
  [
    { ...DIFFERS, kind: 'other_fee', there: 147_397, here: 147_397, fee: 1_474 },
    'other_fee, wave T1, statement 147397, records 147397, fee 1474',
    'Frais différents des frais attendus (Wave, transaction T1) : 1 474 FCFA de frais pour un montant de 147 397 FCFA',
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

describe('an action that a status does not allow', () => {
  for (const [machine, from, refusal] of [
    ['certificate', 'issued', 'L’attestation est déjà émise'],
    ['certificate', 'pending', 'La demande d’attestation est déjà en attente'],
    ['payment', 'succeeded', 'Le paiement est déjà réussi'],
    ['payment', 'failed', 'Le paiement a déjà échoué'],
    ['refund', 'done', 'Le remboursement est déjà effectué'],
  ] as const)
    it(`is refused in French with the thing and its status: ${refusal}`, () => {
      expect(failureIn(ACTIONS_IN_FRENCH, { code: 'illegal_transition', machine, from, event: 'any' })).to.equal(
        `${refusal} : rien n’a été modifié. Consultez l’historique.`,
      );
    });
});

describe('a French page', () => {
  const PAGES: readonly (readonly [string, string])[] = [
    ['Vu : «  oui   » ; 5  % ?  Non !', 'Vu\u00a0: «\u00a0oui\u00a0»\u202f; 5\u00a0%\u202f?  Non\u202f!'],
    ['a   :   b   ;   c', 'a\u00a0:   b\u202f;   c'],
    ['Clôture n° 3', 'Clôture n°\u00a03'],
    ['<p title="a : b">c : d</p>', '<p title="a : b">c\u00a0: d</p>'],
    [
      'e ?<script>a ? b : c</script>f !<pre>g ; h</pre>i %',
      'e\u202f?<script>a ? b : c</script>f\u202f!<pre>g ; h</pre>i\u00a0%',
    ],
    ['<p>\n  sans signe\n</p>', '<p>\n  sans signe\n</p>'],
  ];
  for (const [page, kept] of PAGES)
    it(`keeps each sign on the line of its word, and changes only prose: ${page.replaceAll('\n', ' ')}`, () => {
      expect(noBreakSpaces(page)).to.equal(kept);
    });
});

describe('a path that cannot be written', () => {
  for (const [code, why] of [
    ['ENOSPC', 'the disk is full (ENOSPC)'],
    ['EOTHER', 'EOTHER'],
    [undefined, 'broken'],
  ] as const)
    it(`is reported with the reason and the advice: ${why}`, () => {
      const error = Object.assign(new Error('broken'), { code });
      expect(unwritableInEnglish('/a', error, 'Try /b.')).to.equal(`/a cannot be written: ${why}. Try /b.`);
    });
});

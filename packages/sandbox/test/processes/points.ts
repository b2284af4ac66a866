import type { Crossing } from './fault.ts';

/** Moments at which a process may die, in words and by crossing, in their order. */
export type Points = Readonly<Record<string, Crossing>>;

/** The work on a paid quote, part by part: each ends with a commit that no later death undoes. */
export const INSURED = {
  opening: {
    'the request has come': 'before idempotencyKeys.claim',
    'the key of the request is taken': 'after idempotencyKeys.claim',
    'the intent is written, not committed': 'within commit "payment_requested, leases.take"',
    'the intent is committed': 'after commit "payment_requested, leases.take"',
    'the provider is about to be asked': 'before mobileMoney.open',
    'the provider has opened a session, the answer is unread': 'after mobileMoney.open',
    'the session is written, not committed': 'within commit "session_opened"',
    'the session is committed, the caller not answered': 'after commit "session_opened"',
    'the lease of the opening is about to be released': 'before release payments',
    'the lease of the opening has been released': 'after release payments',
    'the answer is about to be stored under its key': 'before idempotencyKeys.keep',
    'the answer is stored, the caller not answered': 'after idempotencyKeys.keep',
  },
  notification: {
    'the notification is written, not committed': 'within commit "notification_received"',
    'the notification is committed, the provider not answered': 'after commit "notification_received"',
  },
  payment: {
    'the payment is claimed': 'after claim payments',
    'the provider is about to be asked whether it is paid': 'before mobileMoney.read',
    'the provider has said that it is paid': 'after mobileMoney.read',
    // Proves: contract-in-one-transaction
    'payment and contract are written, not committed': 'within commit "payment_confirmed, quote_paid"',
    // Proves: contract-in-one-transaction
    'payment and contract are committed, not announced': 'after commit "payment_confirmed, quote_paid"',
    'the paid payment is about to be released': 'before release payments',
    'the paid payment has been released': 'after release payments',
  },
  certificate: {
    'the certificate is claimed': 'after claim certificates',
    'the authority is about to be asked': 'before certificateAuthority.request',
    'the authority has taken the request, the answer is unread': 'after certificateAuthority.request',
    'the certificate is written, not committed': 'within commit "certificate_issued"',
    'the certificate is committed, the documents not begun': 'after commit "certificate_issued"',
    'the certificate is about to be released': 'before release certificates',
    'the certificate has been released': 'after release certificates',
  },
  picture: {
    'the documents are claimed': 'after claim documents',
    'the authority is about to be asked for the picture': 'before certificateAuthority.image',
    'the picture has come': 'after certificateAuthority.image',
    'the picture is about to be stored': 'before documents.put certificate.png',
    'the picture is stored, the answer is unread': 'after documents.put certificate.png',
    'the picture is attached, not committed': 'within commit "document_stored certificateImage"',
    'the picture is attached': 'after commit "document_stored certificateImage"',
  },
  document: {
    'the authority’s code is written, not committed': 'within commit "code_read"',
    'the authority’s code is committed': 'after commit "code_read"',
    'the contract is about to be drawn': 'before contractDocument.render',
    'the contract is drawn': 'after contractDocument.render',
    'the contract is about to be stored': 'before documents.put contract',
    'the contract is stored, the answer is unread': 'after documents.put contract',
    'the contract is attached, not committed': 'within commit "document_stored contractDocument"',
    'the contract is attached': 'after commit "document_stored contractDocument"',
  },
  end: {
    'the end of the documents is written, not committed': 'within commit "documents_checked"',
    'the end of the documents is committed': 'after commit "documents_checked"',
    'the documents are about to be released': 'before release documents',
    'the documents have been released': 'after release documents',
  },
} as const satisfies Readonly<Record<string, Points>>;

/** The work on money that has to be refunded, from the notification on. */
export const GIVEN_BACK = {
  notification: INSURED.notification,
  payment: {
    'the payment to be refunded is claimed': 'after claim payments',
    'the provider is about to be asked what was paid': 'before mobileMoney.read',
    'the provider has said what was paid': 'after mobileMoney.read',
    'the refund is written, not committed': 'within commit "payment_failed amount_mismatch"',
    'the refund is committed, not announced': 'after commit "payment_failed amount_mismatch"',
    'the failed payment is about to be released': 'before release payments',
    'the failed payment has been released': 'after release payments',
  },
  refund: {
    'the refund is claimed': 'after claim refunds',
    'the provider is about to be asked for the refund': 'before mobileMoney.refund',
    'the provider has refunded, the answer is unread': 'after mobileMoney.refund',
    'the end of the refund is written, not committed': 'within commit "refunded_by_provider"',
    'the end of the refund is committed': 'after commit "refunded_by_provider"',
    'the refund is about to be released': 'before release refunds',
    'the refund has been released': 'after release refunds',
  },
} as const satisfies Readonly<Record<string, Points>>;

/** The work on a payment whose window ends, and whose money comes after that. */
export const PAID_LATE = {
  window: {
    'an unpaid payment is claimed': 'after claim payments',
    'the provider is about to be asked, and the payment is unpaid': 'before mobileMoney.read',
    'the provider has answered that the payment is unpaid': 'after mobileMoney.read',
    'the next check is written, not committed': 'within commit "payment_undecided"',
    'the next check is committed': 'after commit "payment_undecided"',
    'the provider is about to be asked to close the session': 'before mobileMoney.expire',
    'the provider has not closed the session': 'after mobileMoney.expire',
    'the end of the window is written, not committed': 'within commit "payment_failed expired"',
    'the end of the window is committed': 'after commit "payment_failed expired"',
    'the next look at the failed payment is written, not committed': 'within commit "failed_payment_checked"',
    'the next look at the failed payment is committed': 'after commit "failed_payment_checked"',
    'the unpaid payment is about to be released': 'before release payments',
    'the unpaid payment has been released': 'after release payments',
  },
  notification: INSURED.notification,
  payment: {
    'the payment that was paid late is claimed': 'after claim payments',
    'the provider is about to be asked to close the late session': 'before mobileMoney.expire',
    'the provider has not closed the late session': 'after mobileMoney.expire',
    'the provider is about to be asked whether it was paid late': 'before mobileMoney.read',
    'the provider has said that it was paid late': 'after mobileMoney.read',
    'the refund of late money is written, not committed': 'within commit "paid_after_failure"',
    'the refund of late money is committed, not announced': 'after commit "paid_after_failure"',
    'the payment that was paid late is about to be released': 'before release payments',
    'the payment that was paid late has been released': 'after release payments',
  },
  refund: GIVEN_BACK.refund,
} as const satisfies Readonly<Record<string, Points>>;

/** The work on a certificate that the authority accepts, and issues when it has been asked twice. */
export const CERTIFIED_LATER = {
  acceptance: {
    'the authority has accepted the request, the answer is unread': 'after certificateAuthority.request',
    'the acceptance is written, not committed': 'within commit "request_accepted"',
    'the acceptance is committed': 'after commit "request_accepted"',
  },
  answer: {
    'the accepted request is claimed': 'after claim certificates',
    'the authority is about to be asked about it': 'before certificateAuthority.ask',
    'the authority has said where it stands': 'after certificateAuthority.ask',
    'that nothing is decided is written, not committed': 'within commit "authority_undecided"',
    'that nothing is decided is committed': 'after commit "authority_undecided"',
    'the certificate that came later is written, not committed': 'within commit "certificate_issued"',
    'the certificate that came later is committed': 'after commit "certificate_issued"',
    'the accepted request is about to be released': 'before release certificates',
    'the accepted request has been released': 'after release certificates',
  },
} as const satisfies Readonly<Record<string, Points>>;

/** A process that dies, and the one that recovers, which may die as well. */
export interface Deaths {
  readonly first: Crossing;
  readonly second?: Crossing;
  /** Whether the first dies while a caller asks to pay; otherwise from the payer's confirmation on. */
  readonly whileOpening: boolean;
  readonly givenBack: boolean;
  /** What only comes later: money, after its window, or an accepted request's certificate. */
  readonly later?: 'money' | 'certificate';
  readonly whileTimePasses?: boolean;
  /** Whether the caller who asked to pay, and was not answered, never asks again. */
  readonly callerLost?: boolean;
}

export type Case = readonly [when: string, deaths: Deaths];

type Parts = Readonly<Record<string, Points>>;

const singlesOf = (parts: Parts, givenBack: boolean): readonly Case[] =>
  Object.entries(parts).flatMap(([part, points]) =>
    Object.entries(points).map(([when, first]): Case => [when, { first, whileOpening: part === 'opening', givenBack }]),
  );

/** Each point alone: all of the way to the documents, and the refund. */
export const SINGLES: readonly Case[] = [
  ...singlesOf(INSURED, false),
  ...singlesOf({ payment: GIVEN_BACK.payment, refund: GIVEN_BACK.refund }, true),
];

/** The work that only a process that recovers does, with the death it recovers from. */
export const RECOVERING: readonly Case[] = (
  [
    ['the session whose answer was lost is searched for', 'after mobileMoney.open', 'before mobileMoney.search'],
    ['the session whose answer was lost is found', 'after mobileMoney.open', 'after mobileMoney.search'],
    ['a session never asked for is not found', 'before mobileMoney.open', 'after mobileMoney.search'],
    ['the lost certificate is looked up', 'after certificateAuthority.request', 'before certificateAuthority.find'],
    ['the lost certificate is found', 'after certificateAuthority.request', 'after certificateAuthority.find'],
  ] as const
).map(([when, first, second]): Case => [
  when,
  { first, second, whileOpening: first.endsWith('mobileMoney.open'), givenBack: false },
]);

/** Each point on the ways on which time has to pass. */
export const LATER: readonly Case[] = [
  ...singlesOf({ window: PAID_LATE.window, payment: PAID_LATE.payment }, true).map(([when, deaths]): Case => [
    when,
    { ...deaths, later: 'money', whileTimePasses: when in PAID_LATE.window },
  ]),
  ...singlesOf(CERTIFIED_LATER, false).map(([when, deaths]): Case => [
    when,
    { ...deaths, later: 'certificate', whileTimePasses: when in CERTIFIED_LATER.answer },
  ]),
];

/** The session is there and its caller does not ask again: the service itself has to find it. */
export const CALLER_LOST: readonly Case[] = SINGLES.filter(([, { first }]) =>
  ['after mobileMoney.open', 'within commit "session_opened"'].includes(first),
).map(([when, deaths]): Case => [`${when}, and its caller never comes back`, { ...deaths, callerLost: true }]);

/** Pairs of which the second is passed in any case after a death at the first: later, and not committed by then. */
const pairsOf = (parts: Parts, givenBack: boolean): readonly Case[] => {
  const ordered = Object.entries(parts).flatMap(([part, points], index) => {
    const crossings = Object.values(points);
    const committed = crossings.findLastIndex((crossing) => crossing.startsWith('after commit'));
    return Object.entries(points).map(([when, crossing], place) => ({
      when,
      crossing,
      part: index,
      whileOpening: part === 'opening',
      isCommitted: place >= committed,
    }));
  });
  return ordered.flatMap((first, place) =>
    ordered
      .slice(place + 1)
      .filter(({ part }) => part !== first.part || !first.isCommitted)
      .map((second): Case => [
        `${first.when}, and then ${second.when}`,
        { first: first.crossing, second: second.crossing, whileOpening: first.whileOpening, givenBack },
      ]),
  );
};

/** A request whose answer was lost is looked up, and not made again. */
const NOT_AGAIN: readonly Crossing[] = ['after certificateAuthority.request'];

/** Each point that a process which recovers from a death at it passes as well: it dies there again. */
const twiceOf = (parts: Parts, givenBack: boolean): readonly Case[] =>
  Object.values(parts).flatMap((points) => {
    const crossings = Object.entries(points);
    const committed = crossings.findLastIndex(([, crossing]) => crossing.startsWith('after commit'));
    return crossings
      .slice(0, committed)
      .filter(([, crossing]) => !NOT_AGAIN.includes(crossing))
      .map(([when, crossing]): Case => [
        `${when}, twice`,
        { first: crossing, second: crossing, whileOpening: false, givenBack },
      ]);
  });

const { payment, certificate, picture, document } = INSURED;

export const PAIRS: readonly Case[] = [
  ...pairsOf(INSURED, false),
  ...pairsOf(GIVEN_BACK, true),
  ...twiceOf({ payment, certificate, picture, document }, false),
  ...twiceOf({ payment: GIVEN_BACK.payment, refund: GIVEN_BACK.refund }, true),
];

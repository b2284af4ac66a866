import type { Crossing } from './fault.ts';

/** Points at which a process may die: description and crossing, in their order. */
export type Points = Readonly<Record<string, Crossing>>;

/** The work on a paid quote, in parts: each ends with a commit that no later death undoes. */
export const INSURED = {
  opening: {
    'the request has arrived': 'before idempotencyKeys.claim',
    'the key of the request is claimed': 'after idempotencyKeys.claim',
    'the intent is written, not committed': 'within commit "payment_requested, leases.take"',
    'the intent is committed': 'after commit "payment_requested, leases.take"',
    'the provider is about to be called': 'before mobileMoney.open',
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
    'the provider is about to be queried': 'before mobileMoney.read',
    'the provider has confirmed the payment': 'after mobileMoney.read',
    // Proves: contract-in-one-transaction
    'payment and contract are written, not committed': 'within commit "payment_confirmed, quote_paid"',
    // Proves: contract-in-one-transaction
    'payment and contract are committed, not announced': 'after commit "payment_confirmed, quote_paid"',
    'the paid payment is about to be released': 'before release payments',
    'the paid payment has been released': 'after release payments',
  },
  certificate: {
    'the certificate is claimed': 'after claim certificates',
    'the authority is about to be called': 'before certificateAuthority.request',
    'the authority has received the request, the answer is unread': 'after certificateAuthority.request',
    'the certificate is written, not committed': 'within commit "certificate_issued"',
    'the certificate is committed, the documents not begun': 'after commit "certificate_issued"',
    'the certificate is about to be released': 'before release certificates',
    'the certificate has been released': 'after release certificates',
  },
  picture: {
    'the documents are claimed': 'after claim documents',
    'the picture is about to be requested': 'before certificateAuthority.image',
    'the picture has arrived': 'after certificateAuthority.image',
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

/** The work on money that must be refunded, from the notification on. */
export const GIVEN_BACK = {
  notification: INSURED.notification,
  payment: {
    'the payment to be refunded is claimed': 'after claim payments',
    'the provider is about to be queried about the amount': 'before mobileMoney.read',
    'the provider has reported the amount': 'after mobileMoney.read',
    'the refund is written, not committed': 'within commit "payment_failed amount_mismatch"',
    'the refund is committed, not announced': 'after commit "payment_failed amount_mismatch"',
    'the failed payment is about to be released': 'before release payments',
    'the failed payment has been released': 'after release payments',
  },
  refund: {
    'the refund is claimed': 'after claim refunds',
    'the refund is about to be requested': 'before mobileMoney.refund',
    'the provider has refunded, the answer is unread': 'after mobileMoney.refund',
    'the end of the refund is written, not committed': 'within commit "refunded_by_provider"',
    'the end of the refund is committed': 'after commit "refunded_by_provider"',
    'the refund is about to be released': 'before release refunds',
    'the refund has been released': 'after release refunds',
  },
} as const satisfies Readonly<Record<string, Points>>;

/** The work on a payment whose money arrives after its window. */
export const PAID_LATE = {
  window: {
    'an unpaid payment is claimed': 'after claim payments',
    'the provider is about to be queried, and the payment is unpaid': 'before mobileMoney.read',
    'the provider has answered that the payment is unpaid': 'after mobileMoney.read',
    'the next check is written, not committed': 'within commit "payment_undecided"',
    'the next check is committed': 'after commit "payment_undecided"',
    'the session is about to be closed': 'before mobileMoney.expire',
    'the provider has not closed the session': 'after mobileMoney.expire',
    'the end of the window is written, not committed': 'within commit "payment_failed expired"',
    'the end of the window is committed': 'after commit "payment_failed expired"',
    'the next check of the failed payment is written, not committed': 'within commit "failed_payment_checked"',
    'the next check of the failed payment is committed': 'after commit "failed_payment_checked"',
    'the unpaid payment is about to be released': 'before release payments',
    'the unpaid payment has been released': 'after release payments',
  },
  notification: INSURED.notification,
  payment: {
    'the payment that was paid late is claimed': 'after claim payments',
    'the late session is about to be closed': 'before mobileMoney.expire',
    'the provider has not closed the late session': 'after mobileMoney.expire',
    'the provider is about to be queried about the late payment': 'before mobileMoney.read',
    'the provider has confirmed the late payment': 'after mobileMoney.read',
    'the refund of late money is written, not committed': 'within commit "paid_after_failure"',
    'the refund of late money is committed, not announced': 'after commit "paid_after_failure"',
    'the payment that was paid late is about to be released': 'before release payments',
    'the payment that was paid late has been released': 'after release payments',
  },
  refund: GIVEN_BACK.refund,
} as const satisfies Readonly<Record<string, Points>>;

/** The work on a certificate that the authority accepts, and issues at the second poll. */
export const CERTIFIED_LATER = {
  acceptance: {
    'the authority has accepted the request, the answer is unread': 'after certificateAuthority.request',
    'the acceptance is written, not committed': 'within commit "request_accepted"',
    'the acceptance is committed': 'after commit "request_accepted"',
  },
  answer: {
    'the accepted request is claimed': 'after claim certificates',
    'the authority is about to be polled': 'before certificateAuthority.ask',
    'the authority has reported the status': 'after certificateAuthority.ask',
    'the undecided answer is written, not committed': 'within commit "authority_undecided"',
    'the undecided answer is committed': 'after commit "authority_undecided"',
    'the later certificate is written, not committed': 'within commit "certificate_issued"',
    'the later certificate is committed': 'after commit "certificate_issued"',
    'the accepted request is about to be released': 'before release certificates',
    'the accepted request has been released': 'after release certificates',
  },
} as const satisfies Readonly<Record<string, Points>>;

/** A process that dies, and the one that recovers, which may die as well. */
export interface Deaths {
  readonly first: Crossing;
  readonly second?: Crossing;
  /** Whether the first process dies during the request to pay; otherwise it dies after the payer's confirmation. */
  readonly whileOpening: boolean;
  readonly givenBack: boolean;
  /** The part that arrives later: money after its window, or the certificate of an accepted request. */
  readonly later?: 'money' | 'certificate';
  readonly whileTimePasses?: boolean;
  /** Whether the caller, who got no response to the request to pay, never repeats it. */
  readonly callerLost?: boolean;
}

export type Case = readonly [when: string, deaths: Deaths];

type Parts = Readonly<Record<string, Points>>;

const singlesOf = (parts: Parts, givenBack: boolean): readonly Case[] =>
  Object.entries(parts).flatMap(([part, points]) =>
    Object.entries(points).map(([when, first]): Case => [when, { first, whileOpening: part === 'opening', givenBack }]),
  );

/** Each point alone, on the whole way to the documents or to the refund. */
export const SINGLES: readonly Case[] = [
  ...singlesOf(INSURED, false),
  ...singlesOf({ payment: GIVEN_BACK.payment, refund: GIVEN_BACK.refund }, true),
];

/** Work of recovering processes only, with the death from which they recover. */
export const RECOVERING: readonly Case[] = (
  [
    ['the session whose answer was lost is searched for', 'after mobileMoney.open', 'before mobileMoney.search'],
    ['the session whose answer was lost is found', 'after mobileMoney.open', 'after mobileMoney.search'],
    ['a session that was never requested is not found', 'before mobileMoney.open', 'after mobileMoney.search'],
    ['the lost certificate is looked up', 'after certificateAuthority.request', 'before certificateAuthority.find'],
    ['the lost certificate is found', 'after certificateAuthority.request', 'after certificateAuthority.find'],
  ] as const
).map(([when, first, second]): Case => [
  when,
  { first, second, whileOpening: first.endsWith('mobileMoney.open'), givenBack: false },
]);

/** Each point on paths that need time. */
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

/** The session exists but its caller does not repeat the request, so the service itself must find it. */
export const CALLER_LOST: readonly Case[] = SINGLES.filter(([, { first }]) =>
  ['after mobileMoney.open', 'within commit "session_opened"'].includes(first),
).map(([when, deaths]): Case => [`${when}, and its caller never repeats the request`, { ...deaths, callerLost: true }]);

/** Pairs whose second point is always passed after a death at the first: it is later and not committed yet. */
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

/** A request whose answer was lost is looked up, not repeated. */
const NOT_AGAIN: readonly Crossing[] = ['after certificateAuthority.request'];

/** Each point that is passed again during the recovery from a death at it: the process dies there again. */
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

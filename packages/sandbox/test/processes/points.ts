import type { Crossing } from './fault.ts';

/** Points at which a process may die: description and crossing, in their order. */
export type Points = Readonly<Record<string, Crossing>>;

/** A commit, before and after it. */
const commit = (what: string, name: string): Points => ({
  [`${what} is written, not committed`]: `within commit "${name}"`,
  [`${what} is committed`]: `after commit "${name}"`,
});

/** A call, before it and after its answer. */
const call = (asked: string, answered: string, method: string): Points => ({
  [asked]: `before ${method}`,
  [answered]: `after ${method}`,
});

const release = (what: string, kind: string): Points =>
  call(`${what} is about to be released`, `${what} has been released`, `release ${kind}`);

/** The work on a paid quote, in parts: each ends with a commit that no later death undoes. */
export const INSURED = {
  opening: {
    ...call('the request has arrived', 'the key of the request is claimed', 'idempotencyKeys.claim'),
    ...commit('the intent', 'payment_requested, leases.take'),
    ...call(
      'a session is about to be opened',
      'the provider has opened a session, the answer is unread',
      'mobileMoney.open',
    ),
    ...commit('the session', 'session_opened'),
    ...release('the lease of the opening', 'payments'),
    ...call('the answer is about to be stored under its key', 'the answer is stored', 'idempotencyKeys.keep'),
  },
  notification: commit('the notification', 'notification_received'),
  payment: {
    'the payment is claimed': 'after claim payments',
    ...call('the provider is about to be queried', 'the provider has confirmed the payment', 'mobileMoney.read'),
    // Proves: contract-in-one-transaction
    'payment and contract are written, not committed': 'within commit "payment_confirmed, quote_paid"',
    // Proves: contract-in-one-transaction
    'payment and contract are committed, not announced': 'after commit "payment_confirmed, quote_paid"',
    ...release('the paid payment', 'payments'),
  },
  certificate: {
    'the certificate is claimed': 'after claim certificates',
    'the authority is about to be called': 'before certificateAuthority.request',
    'the authority has received the request, the answer is unread': 'after certificateAuthority.request',
    ...commit('the certificate', 'certificate_issued'),
    ...release('the certificate', 'certificates'),
  },
  picture: {
    'the documents are claimed': 'after claim documents',
    ...call('the picture is about to be requested', 'the picture has arrived', 'certificateAuthority.image'),
    ...call('the picture is about to be stored', 'the picture is stored', 'documents.put certificate.png'),
    ...commit('the stored picture', 'document_stored certificateImage'),
  },
  document: {
    ...commit('the authority’s code', 'code_read'),
    ...call('the contract is about to be drawn', 'the contract is drawn', 'contractDocument.render'),
    ...call('the contract is about to be stored', 'the contract is stored', 'documents.put contract'),
    ...commit('the stored contract', 'document_stored contractDocument'),
  },
  end: {
    ...commit('the end of the documents', 'documents_checked'),
    ...release('the work on documents', 'documents'),
  },
} as const satisfies Readonly<Record<string, Points>>;

/** The work on money that must be refunded, from the notification on. */
export const GIVEN_BACK = {
  notification: INSURED.notification,
  payment: {
    'the payment to be refunded is claimed': 'after claim payments',
    ...call('the amount is about to be queried', 'the provider has reported the amount', 'mobileMoney.read'),
    ...commit('the refund', 'payment_failed amount_mismatch'),
    ...release('the failed payment', 'payments'),
  },
  refund: {
    'the refund is claimed': 'after claim refunds',
    'the refund is about to be requested': 'before mobileMoney.refund',
    'the provider has refunded, the answer is unread': 'after mobileMoney.refund',
    ...commit('the end of the refund', 'refunded_by_provider'),
    ...release('the refund', 'refunds'),
  },
} as const satisfies Readonly<Record<string, Points>>;

/** The work on a payment whose money arrives after its window. */
export const PAID_LATE = {
  window: {
    'an unpaid payment is claimed': 'after claim payments',
    ...call('an unpaid payment is about to be queried', 'the payment is reported as unpaid', 'mobileMoney.read'),
    ...commit('the next check', 'payment_undecided'),
    ...call('the session is about to be closed', 'the provider has not closed the session', 'mobileMoney.expire'),
    ...commit('the end of the window', 'payment_failed expired'),
    ...commit('the next check of the failed payment', 'failed_payment_checked'),
    ...release('the unpaid payment', 'payments'),
  },
  notification: INSURED.notification,
  payment: {
    'the payment that was paid late is claimed': 'after claim payments',
    ...call('the late session is about to be closed', 'the late session is not closed', 'mobileMoney.expire'),
    ...call('the late payment is about to be queried', 'the late payment is confirmed', 'mobileMoney.read'),
    ...commit('the refund of late money', 'paid_after_failure'),
    ...release('the payment that was paid late', 'payments'),
  },
  refund: GIVEN_BACK.refund,
} as const satisfies Readonly<Record<string, Points>>;

const ACCEPTED = 'request_accepted';
/** Passed when the authority has accepted a request whose certificate it issues later. */
export const IS_ACCEPTED: Crossing = `after commit "${ACCEPTED}"`;

/** The work on a certificate that the authority accepts, and issues at the second poll. */
export const CERTIFIED_LATER = {
  acceptance: {
    'the authority has accepted the request, the answer is unread': 'after certificateAuthority.request',
    ...commit('the acceptance', ACCEPTED),
  },
  answer: {
    'the accepted request is claimed': 'after claim certificates',
    ...call('the authority is about to be polled', 'the authority has reported the status', 'certificateAuthority.ask'),
    ...commit('the undecided answer', 'authority_undecided'),
    ...commit('the later certificate', 'certificate_issued'),
    ...release('the accepted request', 'certificates'),
  },
} as const satisfies Readonly<Record<string, Points>>;

/** A process that dies, and the one that recovers, which may also die. */
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

import { unknown, type Outcome, type RawNotification, type Session } from '@vehicle-insurance/core';

/** What is wrong with a session, from now on, wherever its provider shows it. */
export const MALFORMED = [
  'unreadable',
  'without reference',
  /** Its status is none that was ever heard of; that it is paid, or over, is told beside it. */
  'of a new status',
  'of an amount that is no number',
  'of times that are none',
  /** Asked for by its id, its provider says that there is none; a search still finds it. */
  'not known',
] as const;
export type Malformed = (typeof MALFORMED)[number];

export const MALFORMED_NOTICES = ['unreadable', 'without reference', 'of a reference that cannot be stored'] as const;
export type MalformedNotice = (typeof MALFORMED_NOTICES)[number];

export const notUnderstood = (how?: Malformed): Outcome<never> =>
  how === 'not known'
    ? unknown({ code: 'session_not_known' })
    : unknown({ code: 'unreadable_answer', of: 'provider', status: 200 }, { shown: 'something' });

/** What a gateway makes of a session that is shown like this; undefined where it cannot be understood. */
export const understood = (session: Session, how: Malformed | undefined): Session | undefined => {
  switch (how) {
    case 'unreadable':
    case 'of an amount that is no number':
      return undefined;
    case 'of a new status':
      if (session.state === 'paid') return session;
      // A status that says nothing does not rule out a debit.
      return session.state.startsWith('expired') ? { ...session, state: 'expired_unsettled' } : undefined;
    case 'of times that are none':
      return { ...session, created: null, expires: null, completed: null };
    case 'without reference':
    case 'not known':
    case undefined:
      return session;
  }
};

/** The body of a notification of that kind; `sessionId` is one of the provider's, if it has any. */
export const malformedBody = (how: MalformedNotice, sessionId: string): RawNotification['body'] => {
  switch (how) {
    case 'unreadable':
      return Uint8Array.of(0xff, 0x7b, 0x00);
    case 'without reference':
      return textOf({ sessionId });
    case 'of a reference that cannot be stored':
      return textOf({ sessionId, reference: 'a\0b\ud800' });
  }
};

const textOf = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

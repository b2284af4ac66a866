import { unknown, type Outcome, type RawNotification, type Session } from '@vehicle-insurance/core';

/** The fault that a session has in every answer of its provider from now on. */
export const MALFORMED = [
  'unreadable',
  'without reference',
  /** An unknown status, beside other fields that show whether it is paid or over. */
  'with an unknown status',
  'with an invalid amount',
  'with invalid times',
  /** The session is not found by its id, although a search still finds it. */
  'not known',
] as const;
export type Malformed = (typeof MALFORMED)[number];

export const MALFORMED_NOTICES = ['unreadable', 'without reference', 'with a reference that cannot be stored'] as const;
export type MalformedNotice = (typeof MALFORMED_NOTICES)[number];

export const notUnderstood = (how?: Malformed): Outcome<never> =>
  how === 'not known'
    ? unknown({ code: 'session_not_known' })
    : unknown({ code: 'unreadable_answer', of: 'provider', status: 200 }, { shown: 'something' });

/** A session with this fault, as a gateway reads it; undefined if it is unreadable. */
export const understood = (session: Session, how: Malformed | undefined): Session | undefined => {
  switch (how) {
    case 'unreadable':
    case 'with an invalid amount':
      return undefined;
    case 'with an unknown status':
      if (session.state === 'paid') return session;
      // An unknown status does not rule out a debit.
      return session.state.startsWith('expired') ? { ...session, state: 'expired_unsettled' } : undefined;
    case 'with invalid times':
      return { ...session, created: null, expires: null, completed: null };
    case 'without reference':
    case 'not known':
    case undefined:
      return session;
  }
};

/** The body of a malformed notification. `sessionId` belongs to one of the provider's sessions, if it has any. */
export const malformedBody = (how: MalformedNotice, sessionId: string): RawNotification['body'] => {
  switch (how) {
    case 'unreadable':
      return Uint8Array.of(0xff, 0x7b, 0x00);
    case 'without reference':
      return textOf({ sessionId });
    case 'with a reference that cannot be stored':
      return textOf({ sessionId, reference: 'a\0b\ud800' });
  }
};

const textOf = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

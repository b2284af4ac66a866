import { isSameName, type Identity } from '@vehicle-insurance/core';

/** The roles. `look` may read; `act` may also act. */
export const ROLES = ['look', 'act'] as const;
/** A person's rights: `act` includes `look`. */
export type Role = (typeof ROLES)[number];

/** A user of the console. The name is displayed. It also identifies people who signed in with a link. */
export interface Person {
  /** Used in audit entries. */
  readonly name: string;
  readonly role: Role;
}

/**
 * A person with a session. Issuer and subject identify the person at the provider. Both are null for a person who
 * signed in with a link.
 */
export interface SignedIn extends Person {
  readonly issuer: string | null;
  /** Does not change when the name does. Unique within one issuer. */
  readonly subject: string | null;
}

/** A person without their role, for the history. */
export const identityOf = ({ name, issuer, subject }: Identity): Identity => ({ name, issuer, subject });

/** Whether both are certainly the same person: they have the same account, or links for names that look alike. */
export const isSamePerson = (one: Identity, other: Identity): boolean =>
  one.issuer === other.issuer &&
  (one.subject === null && other.subject === null ? isSameName(one.name, other.name) : one.subject === other.subject);

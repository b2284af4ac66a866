import { isSameName, type Identity } from '@vehicle-insurance/core';

/** What a person may do: look, or act as well. */
export const ROLES = ['look', 'act'] as const;
/** What a person may do. */
export type Role = (typeof ROLES)[number];

/** A person who works with the console, and what they may do. The name is shown, and identifies who came by a link. */
export interface Person {
  /** As audit entries name them. */
  readonly name: string;
  readonly role: Role;
}

/**
 * A person with a session. Issuer and subject identify them at their provider; a sign-in link has only a name, so both
 * are null.
 */
export interface SignedIn extends Person {
  readonly issuer: string | null;
  /** Stays the same when the name changes; unique within one issuer. */
  readonly subject: string | null;
}

/** A person without their role, as the history keeps them. */
export const identityOf = ({ name, issuer, subject }: Identity): Identity => ({ name, issuer, subject });

/** Whether both are certainly one person: one account, or links for names that look the same. */
export const isSamePerson = (one: Identity, other: Identity): boolean =>
  one.issuer === other.issuer &&
  (one.subject === null && other.subject === null ? isSameName(one.name, other.name) : one.subject === other.subject);

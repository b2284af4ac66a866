import { isSameName, type Identity } from '@vehicle-insurance/core';

/** The roles of people in the console. `look` may only read. `act` may also carry out actions. */
export const ROLES = ['look', 'act'] as const;
/** A person's role. `act` includes all rights of `look`. */
export type Role = (typeof ROLES)[number];

/** A user of the console. */
export interface Person {
  /**
   * The displayed name, also used in audit entries. For a person who signed in with a link, the name is the identity.
   */
  readonly name: string;
  readonly role: Role;
}

/**
 * A person with a session. `issuer` and `subject` identify the person's account at the identity provider. Both are null
 * for a person who signed in with a link.
 */
export interface SignedIn extends Person {
  readonly issuer: string | null;
  /** The identity provider's permanent id of the account, unique for one issuer. */
  readonly subject: string | null;
}

/** The person without the role. */
export const identityOf = ({ name, issuer, subject }: Identity): Identity => ({ name, issuer, subject });

/**
 * Whether both are certainly the same person: both have the same account, or both signed in with links for names that
 * look alike.
 */
export const isSamePerson = (one: Identity, other: Identity): boolean =>
  one.issuer === other.issuer &&
  (one.subject === null && other.subject === null ? isSameName(one.name, other.name) : one.subject === other.subject);

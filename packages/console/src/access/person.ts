/** What a person may do: look, or act as well. */
export const ROLES = ['look', 'act'] as const;
/** What a person may do. */
export type Role = (typeof ROLES)[number];

/** A person who works with the console, and what they may do. */
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

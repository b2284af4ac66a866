/** What a person may do: look, or act as well. */
export const ROLES = ['look', 'act'] as const;
/** What a person may do. */
export type Role = (typeof ROLES)[number];

/** Who works with the console, and what they may do. */
export interface Person {
  /** As audit entries name them. */
  readonly name: string;
  readonly role: Role;
}

/** A person with a session, and who they are to the provider that they came by; a link says no more than a name. */
export interface SignedIn extends Person {
  readonly issuer: string | null;
  /** Stays the same when the name changes; another's only at another issuer. */
  readonly subject: string | null;
}

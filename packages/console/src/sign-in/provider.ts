import type { Role, SignedIn } from '../access/person.ts';

/** A service that identifies people. */
export interface Provider {
  /** The address to which the browser is redirected, and a text that the browser stores until it returns. */
  readonly begin: () => Promise<{ readonly to: string; readonly kept: string }>;
  /** The person who returned. Undefined if the identity cannot be verified, or if the person has no role here. */
  readonly end: (address: URL, kept: string) => Promise<Arrived | undefined>;
  /** Whether the person still has a role, checked with the tokens of the sign-in or the last check. */
  readonly check: (grant: string, account: Account) => Promise<RoleFound>;
}

/** A person whom the provider has identified, and the tokens for later role checks. */
export interface Arrived {
  readonly person: SignedIn;
  readonly grant: string;
}

/** A provider's response about a role. `unknown` means that it was unavailable. */
export interface RoleFound {
  readonly found: { readonly role: Role } | 'no_role' | 'sign_in_again' | 'unknown';
  /** The tokens for the next check, if they changed. */
  readonly grant?: string | undefined;
}

interface Account {
  readonly issuer: string;
  readonly subject: string;
}

import type { Role, SignedIn } from '../access/person.ts';

/** Port of the identity provider. */
export interface Provider {
  /** Begins a sign-in. Returns the URL for the browser, and a text that the browser stores until it returns. */
  readonly begin: () => Promise<{ readonly to: string; readonly kept: string }>;
  /**
   * Completes a sign-in from the URL to which the browser returned. Undefined if the identity cannot be verified, or if
   * the person has no role here.
   */
  readonly end: (address: URL, kept: string) => Promise<Arrived | undefined>;
  /** Whether the person still has a role. `grant` contains the tokens of the sign-in or of the last check. */
  readonly check: (grant: string, account: Account) => Promise<RoleFound>;
}

/** A person whom the provider has identified, and the tokens for later role checks. */
export interface Arrived {
  readonly person: SignedIn;
  readonly grant: string;
}

/** The result of a role check. `unknown` means that the provider gave no usable answer. */
export interface RoleFound {
  readonly found: { readonly role: Role } | 'no_role' | 'sign_in_again' | 'unknown';
  /** The tokens for the next check, if they changed. */
  readonly grant?: string | undefined;
}

interface Account {
  readonly issuer: string;
  readonly subject: string;
}

import type { Role, SignedIn } from '../access/person.ts';

/** A provider that identifies people. */
export interface Provider {
  /** The address to send the browser to, and what the browser keeps meanwhile. */
  readonly begin: () => Promise<{ readonly to: string; readonly kept: string }>;
  /** The person who came back; undefined if that cannot be verified, or they have no role here. */
  readonly end: (address: URL, kept: string) => Promise<Arrived | undefined>;
  /** Whether the person still has a role, asked with what the provider gave before. */
  readonly check: (grant: string, account: Account) => Promise<RoleFound>;
}

/** A person whom the provider has identified, and what it gave for later checks of the role. */
export interface Arrived {
  readonly person: SignedIn;
  readonly grant: string;
}

/** A provider's answer about a role. `unknown`: it could not be asked. */
export interface RoleFound {
  readonly found: { readonly role: Role } | 'no_role' | 'sign_in_again' | 'unknown';
  /** What to ask with the next time, if that is something else now. */
  readonly grant?: string | undefined;
}

interface Account {
  readonly issuer: string;
  readonly subject: string;
}

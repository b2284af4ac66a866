import type { Bordereaux } from '@vehicle-insurance/core';
import type { Service } from '@vehicle-insurance/service';
import type { Access } from '../access/open-access.ts';

/** The dependencies of pages: the service's use cases and queries, and the console's own tables. */
export interface PageDependencies {
  readonly ports: Service['bound'] & { readonly bordereaux: Bordereaux };
  readonly access: Access;
  /** Whether people can sign in with an identity provider. */
  readonly hasProvider: boolean;
  /** Whether dangerous actions need a second person, and within how many minutes that person must confirm. */
  readonly secondPerson: { readonly isNeeded: boolean; readonly minutes: number };
}

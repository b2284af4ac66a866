import type { Bordereaux } from '@vehicle-insurance/core';
import type { Service } from '@vehicle-insurance/service';
import type { Access } from '../access/open-access.ts';

/** What pages stand on: the service's use cases and queries, and what the console keeps of its own. */
export interface PageDependencies {
  readonly ports: Service['bound'] & { readonly bordereaux: Bordereaux };
  readonly access: Access;
  /** Whether dangerous actions need a second person, and within how many minutes. */
  readonly secondPerson: { readonly isNeeded: boolean; readonly minutes: number };
}

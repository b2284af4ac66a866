import { EXPLAINED_BOOKS } from './explained-books.ts';
import { EXPLAINED_CERTIFICATES } from './explained-certificates.ts';
import { EXPLAINED_GATEWAYS } from './explained-gateways.ts';
import { EXPLAINED_HTTP } from './explained-http.ts';
import { EXPLAINED_PAYMENTS } from './explained-payments.ts';
import { EXPLAINED_REST } from './explained-rest.ts';
import type { Explained } from './report.ts';

/** Every survivor of the mutation run; the run fails on one that is missing here, and on one that is killed by now. */
export const EXPLAINED: readonly Explained[] = [
  ...EXPLAINED_BOOKS,
  ...EXPLAINED_CERTIFICATES,
  ...EXPLAINED_PAYMENTS,
  ...EXPLAINED_REST,
  ...EXPLAINED_GATEWAYS,
  ...EXPLAINED_HTTP,
];

import { BOOKS_BUGS } from './books-bugs.ts';
import { BORDEREAU_BUGS } from './bordereau-bugs.ts';
import { CONTRACT_BUGS } from './contract-bugs.ts';
import { HISTORY_BUGS } from './history-bugs.ts';
import { MONEY_BUGS } from './money-bugs.ts';
import { OTHER_BUGS } from './other-bugs.ts';
import { PAYMENT_BUGS } from './payment-bugs.ts';
import { PROOF_BUGS } from './proof-bugs.ts';
import type { PlantedBug } from './planted-bug.ts';

/** Every planted bug. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...PAYMENT_BUGS,
  ...CONTRACT_BUGS,
  ...OTHER_BUGS,
  ...PROOF_BUGS,
  ...BOOKS_BUGS,
  ...BORDEREAU_BUGS,
  ...MONEY_BUGS,
  ...HISTORY_BUGS,
];

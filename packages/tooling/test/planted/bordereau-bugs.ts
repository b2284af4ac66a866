import type { PlantedBug } from './planted-bug.ts';

const BORDEREAU = 'core/src/domain/ledger/bordereau.ts';

/** An insurer is told something else than the books say: random months find it. */
export const BORDEREAU_BUGS: readonly PlantedBug[] = [
  {
    name: 'what an insurer is due has the commission in it',
    file: BORDEREAU,
    text: 'due: whole - commission',
    instead: 'due: whole',
  },
  {
    name: 'the levies of two funds are exchanged',
    file: BORDEREAU,
    text: "[amount('guarantee_fund'), amount('brown_card')]",
    instead: "[amount('brown_card'), amount('guarantee_fund')]",
  },
  {
    name: 'money that an operator gave back stays among what was collected',
    file: BORDEREAU,
    text: "'refund_done', 'refund_by_hand'] as const",
    instead: "'refund_done'] as const",
  },
  {
    name: 'a bordereau adds up the last rows that were read',
    file: 'core/src/use-cases/ledger/list-premiums.ts',
    text: 'intermediaries.get(companyId)?.totals ?? NOTHING',
    instead: 'NOTHING',
  },
  {
    name: 'a month is closed with what was booked after it',
    file: 'core/src/use-cases/ledger/close-month.ts',
    text: 'endOf(month), progress',
    instead: 'dateOf(now, zone), progress',
  },
].map((bug) => ({ ...bug, foundBy: 'core/test/ledger/random-months.test.ts' }));

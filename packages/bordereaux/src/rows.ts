import { BORDEREAU_WORDS } from '@vehicle-insurance/contract-document';
import {
  AMOUNTS,
  dateOf,
  providerName,
  type Bordereau,
  type BordereauRow,
  type BordereauTotals,
  type ContractEntry,
  type Francs,
  type IntermediaryTotals,
  type LocalDate,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { Cell, WorkbookColumn } from './workbook.ts';

interface Column extends WorkbookColumn {
  readonly of: (row: BordereauRow, zone: TimeZone) => Cell;
}

const text = (title: string, width: number, of: (entry: ContractEntry) => string): Column => ({
  ...{ title, width, kind: 'text' },
  of: ({ entry }) => of(entry),
});

const day = (title: string, of: (entry: ContractEntry, zone: TimeZone) => LocalDate): Column => ({
  ...{ title, width: 12, kind: 'day' },
  of: ({ entry }, zone) => of(entry, zone),
});

const CONTRACT: readonly Column[] = [
  day('Date comptable', ({ bookedOn }) => bookedOn),
  day('Date de l’opération', ({ at }, zone) => dateOf(at, zone)),
  text('Police', 24, ({ policyNumber }) => policyNumber),
  text('Immatriculation', 16, ({ licencePlate }) => licencePlate),
  text('Souscripteur', 32, ({ policyholder }) => policyholder),
  day('Effet', ({ startDate }) => startDate),
  day('Échéance', ({ endDate }) => endDate),
  { title: 'N° intermédiaire', width: 16, kind: 'francs', of: ({ entry }) => entry.intermediary.number },
  text('Intermédiaire', 32, ({ intermediary }) => intermediary.name),
  text('Référence du paiement', 38, ({ paymentId }) => paymentId),
];

const KINDS = { refund_done: 'Remboursement', refund_by_hand: 'Remboursement par virement' } as const;

const MONEY: readonly Column[] = [
  text('Opérateur de paiement', 20, ({ wallet }) => providerName(wallet)),
  text('Nature', 30, ({ cause }) => (cause in KINDS ? KINDS[cause as keyof typeof KINDS] : 'Encaissement')),
];

const amountsOf = (bordereau: Bordereau): readonly Column[] =>
  AMOUNTS[bordereau].map((name) => ({
    ...{ title: BORDEREAU_WORDS.amounts[name], width: 16, kind: 'francs' },
    of: ({ amounts }) => amounts[name] ?? 0,
  }));

/** The columns of each list, from left to right. */
export const COLUMNS: Readonly<Record<Bordereau, readonly Column[]>> = {
  issued: [...CONTRACT, ...amountsOf('issued')],
  cancelled: [...CONTRACT, ...amountsOf('cancelled')],
  collected: [...CONTRACT, ...MONEY, ...amountsOf('collected')],
};

/** The cells of a row, from left to right. */
export const cellsOf = (row: BordereauRow, zone: TimeZone): readonly Cell[] =>
  COLUMNS[row.bordereau].map(({ of }) => of(row, zone));

/** The totals of an insurer as rows below a heading: each list, by intermediary and overall. */
export const totalRows = (
  intermediaries: readonly IntermediaryTotals[],
  totals: BordereauTotals,
): readonly (readonly Cell[])[] => {
  const names = [...new Set([...AMOUNTS.issued, ...AMOUNTS.collected])];
  const lines = (number: Cell, name: string, of: BordereauTotals) =>
    (['issued', 'cancelled', 'collected'] as const).map((list) => {
      const amounts = names.map((each): Francs | '' => of[list].amounts[each] ?? '');
      return [number, name, BORDEREAU_WORDS.lists[list], of[list].rows, ...amounts];
    });
  return [
    [
      'N° intermédiaire',
      'Intermédiaire',
      'Bordereau',
      'Nombre d’opérations',
      ...names.map((each) => BORDEREAU_WORDS.amounts[each]),
    ],
    ...intermediaries.flatMap(({ intermediary, totals: own }) => lines(intermediary.number, intermediary.name, own)),
    ...lines('', 'Total', totals),
  ];
};

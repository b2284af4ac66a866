import {
  CAUSES_IN_FRENCH,
  dateOf,
  listCompanies,
  providerName,
  type Account,
  type Dependencies,
  type LedgerLine,
  type PostingFilter,
} from '@vehicle-insurance/core';
import type { ExportedTable } from './table-file.ts';
import type { Cell } from './workbook.ts';

/** How many lines one query reads. */
const BATCH = 2_000;

const COLUMNS = [
  { title: 'Date comptable', width: 14, kind: 'day' },
  { title: 'Date de l’opération', width: 14, kind: 'day' },
  { title: 'N° de compte', width: 14, kind: 'text' },
  { title: 'Compte', width: 32, kind: 'text' },
  { title: 'Libellé', width: 32, kind: 'text' },
  { title: 'Assureur', width: 24, kind: 'text' },
  { title: 'Opérateur de paiement', width: 20, kind: 'text' },
  { title: 'Société', width: 28, kind: 'text' },
  { title: 'Débit', width: 16, kind: 'francs' },
  { title: 'Crédit', width: 16, kind: 'francs' },
  { title: 'Paiement ou pièce', width: 38, kind: 'text' },
  { title: 'Écriture', width: 38, kind: 'text' },
] as const;

/**
 * The lines of the books that match a filter, read while the file is written. `chart` contains the numbers and names of
 * the accounts.
 */
export const ledgerTable = async (
  ports: Pick<Dependencies, 'books' | 'catalogue' | 'insuranceCompany' | 'unitOfWork' | 'zone'>,
  filter: PostingFilter,
  chart: Readonly<Record<Account, { readonly number: string; readonly label: string }>>,
): Promise<ExportedTable> => {
  const { books, insuranceCompany, zone } = ports;
  const { insurers = [] } = await ports.catalogue.current();
  const insurerNames = new Map(insurers.map(({ code, name }) => [code, name]));
  const companyNames = new Map((await listCompanies(ports)()).map(({ id, name }) => [id, name]));
  const cells = ({ bookedOn, at, account, cause, insurer, wallet, companyId, amount, ...line }: LedgerLine) => [
    ...[bookedOn, dateOf(at, zone), chart[account].number, chart[account].label, CAUSES_IN_FRENCH[cause]],
    ...[insurer === null ? insuranceCompany : (insurerNames.get(insurer) ?? insurer), providerName(wallet)],
    ...[
      companyNames.get(companyId) ?? '',
      Math.max(amount, 0),
      Math.max(-amount, 0),
      line.paymentId ?? line.subjectId,
      line.id,
    ],
  ];
  async function* rows(): AsyncGenerator<readonly (readonly Cell[])[], void> {
    for (let last: LedgerLine | undefined; ;) {
      const some: readonly LedgerLine[] = await books.lines(filter, last ?? null, BATCH);
      yield some.map(cells);
      last = some.at(-1);
      if (some.length < BATCH) return;
    }
  }
  return { name: 'Écritures', columns: COLUMNS, rows: rows() };
};

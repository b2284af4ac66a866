import { implausibleDays, type ImplausibleDays } from '../../domain/statement/implausible-days.ts';
import type { StatementLine } from '../../domain/statement/statement-line.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { StatementTableReader, UnreadableTable } from '../../ports/statement-table.ts';
import { authorFieldsOf, type By } from '../../shared/author.ts';
import { calendarDate, dateOf, type LocalDate } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, author, fields, optional, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { compareWithRecords, type ComparingDependencies } from './compare-with-records.ts';
import { importStatement } from './import-statement.ts';
import { contentOfFigures, previewStatement, type StatementFigures } from './preview-statement.ts';

export type ImportDependencies = ComparingDependencies &
  Pick<Dependencies, 'unitOfWork'> & { readonly readStatementTable: StatementTableReader };

export interface ImportTableCommand {
  readonly provider: string;
  /** The table as CSV. */
  readonly table: string;
  /** The description of the table's columns. If absent, the description of the provider's last import is used. */
  readonly mapping?: string | undefined;
  /** The first and the last day that the table covers, if one of these days has no line. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly allowsUnknownKinds?: boolean | undefined;
  /** The `contentOfFigures` of the preview that the operator has read. */
  readonly seen?: string | undefined;
  readonly why?: string | undefined;
  readonly by: By;
}

export type ImportRefused =
  | InvalidRequest
  | UnreadableTable
  | { readonly code: 'mapping_missing'; readonly provider: string }
  | { readonly code: 'mapping_without_fee'; readonly provider: string }
  | ({ readonly code: 'statement_days' } & ImplausibleDays)
  | { readonly code: 'statement_changed' };

interface Checked {
  readonly provider: string;
  readonly mapping: string;
  readonly lines: readonly StatementLine[];
  readonly covers: readonly LocalDate[];
  readonly why: string | null;
}

const RULES = {
  provider: shortText,
  table: anyText,
  mapping: optional(anyText),
  from: optional(calendarDate),
  until: optional(calendarDate),
  why: optional(shortText),
  by: author,
} as const;

const check = async (
  { statements, zone, clock, merchantFees, readStatementTable }: ImportDependencies,
  command: ImportTableCommand,
): Promise<Result<Checked, ImportRefused>> => {
  const checked = fields(command, RULES);
  if (checked.isErr()) return checked;
  const { provider, table: text, from, until, why } = checked.value;
  const mapping = checked.value.mapping ?? (await statements.imports(1, provider))[0]?.mapping;
  if (mapping === undefined) return Err({ code: 'mapping_missing', provider });
  const { allowsUnknownKinds } = command;
  const read = readStatementTable({ provider, text, mapping, zone, allowsUnknownKinds });
  if (read.isErr()) return read;
  const { lines, hasFees } = read.value;
  if (!hasFees && merchantFees?.[provider] !== undefined) return Err({ code: 'mapping_without_fee', provider });
  const stated = { from: from ?? undefined, until: until ?? undefined };
  const odd = implausibleDays(lines, stated, { zone, today: dateOf(clock.now(), zone) });
  if (odd) return Err({ code: 'statement_days', ...odd });
  return Ok({ provider, mapping, lines, covers: [from, until].filter((each) => each !== null), why });
};

/** The figures that an import of the table would report. Imports nothing. */
export const previewTable =
  (dependencies: ImportDependencies) =>
  async (command: ImportTableCommand): Promise<Result<StatementFigures, ImportRefused>> => {
    const checked = await check(dependencies, command);
    if (checked.isErr()) return checked;
    const { provider, lines, covers } = checked.value;
    return Ok((await previewStatement(dependencies)(provider, lines, covers)).figures);
  };

/**
 * Imports a table that a provider exported, and records the operator and the reason. Refused if `seen` is given and the
 * figures have changed since. If the import is repeated, no line is stored twice.
 */
export const importTable =
  (dependencies: ImportDependencies) =>
  async (command: ImportTableCommand): Promise<Result<StatementFigures, ImportRefused>> => {
    const { unitOfWork, clock, ids } = dependencies;
    const checked = await check(dependencies, command);
    if (checked.isErr()) return checked;
    const { provider, mapping, lines, covers, why } = checked.value;
    const { figures, formerReferences } = await previewStatement(dependencies)(provider, lines, covers);
    if (command.seen !== undefined && command.seen !== contentOfFigures(figures))
      return Err({ code: 'statement_changed' });
    const { from, until, kept } = figures;
    const record = { id: ids.next(), at: clock.now(), provider, from, until, lines: lines.length, kept, mapping, why };
    // The import is recorded first, so that even an interrupted import is on record.
    await unitOfWork.run<void, never>(async (tx) =>
      Ok(await tx.statements.addImport({ ...record, ...authorFieldsOf(command.by) })),
    );
    const imported = await importStatement(dependencies)(provider, lines, covers);
    // Also compares the references that lost a line, because the statement now assigns the line to another reference.
    await compareWithRecords(dependencies)(provider, formerReferences);
    return Ok({ ...figures, ...imported });
  };

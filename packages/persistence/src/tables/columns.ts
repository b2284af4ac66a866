import { p, type EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import {
  authorFieldsOf,
  type By,
  type Due,
  type Instant,
  type LocalDate,
  type Problem,
  type Signed,
} from '@vehicle-insurance/core';
import type { Selectable } from 'kysely';

// The kinds of columns. Statements get their types from the entities, and a test compares the entities with the
// migrated schema.

export const uuid = () => p.uuid();
export const text = <Value extends string = string>() => p.text().$type<Value>();
export const textOrNull = <Value extends string = string>() => text<Value>().strictNullable();
/** Keys by which operators find the row. */
export const keys = () => p.array().columnType('text[]').default([]);
/** Small numbers, for instance the entries in each of many blocks. */
export const counts = () => p.array().columnType('smallint[]').$type<readonly number[]>();
export const integer = <Value extends number = number>() => p.integer().$type<Value>();
/** Francs, ordinals and counts: safe integers in the core. */
export const amount = () => p.integer().columnType('bigint');
export const amountOrNull = () => amount().strictNullable();
export const integerOrNull = () => integer().strictNullable();
export const flag = () => p.boolean();
/**
 * Stored to the millisecond. Read and written as a string, so that no time zone of a server or driver can shift the
 * instant.
 */
export const instant = () => p.string().columnType('timestamptz(3)').$type<Instant>();
export const instantOrNull = () => instant().strictNullable();
export const date = () => p.string().columnType('date').$type<LocalDate>();
export const json = <Value>() => p.json<Value>().columnType('jsonb');
export const jsonOrNull = <Value>() => json<Value>().strictNullable();
/** A number that the database assigns to a new row, in ascending order. */
export const serialNumber = () => p.integer().columnType('bigint').autoincrement();

/**
 * Counts the changes of a row. A unit of work compares the version before a change, and so cannot overwrite another
 * unit's change.
 */
export const versioned = { version: p.integer().default(1) };

/** Columns of due work, without its lease. */
export const work = {
  dueAt: instantOrNull(),
  attempts: integer(),
  lastError: jsonOrNull<Problem>(),
  failingSince: instantOrNull(),
  ...versioned,
};
/** Saving an entity leaves these columns unchanged. */
export const lease = {
  leaseToken: uuid().strictNullable(),
  leasedUntil: p.string().columnType('timestamptz(6)').strictNullable(),
};

/** Columns that record who did something. */
export const author = {
  by: textOrNull(),
  byIssuer: textOrNull(),
  bySubject: textOrNull(),
  confirmedBy: textOrNull(),
  confirmedByIssuer: textOrNull(),
  confirmedBySubject: textOrNull(),
};

/** Statements name columns by the properties of the entities. */
export const NAMING = { columnNamingStrategy: 'property' } as const;

/** Columns that only the store uses, and that the core does not see. */
export type OwnColumn = 'version' | 'leaseToken' | 'leasedUntil';

/** A row as the store reads it, without the store's own columns. */
export type Row<Entity extends EntitySchemaWithMeta> = Omit<
  Selectable<InferKyselyTable<Entity, typeof NAMING>>,
  OwnColumn
>;

/** The names of the `author` columns in statements. */
export const AUTHOR = [
  'by',
  'byIssuer',
  'bySubject',
  'confirmedBy',
  'confirmedByIssuer',
  'confirmedBySubject',
] as const satisfies readonly (keyof typeof author)[];

export type AuthorColumns = Readonly<Record<keyof typeof author, string | null>>;

export const fromAuthor = (by: By | undefined): AuthorColumns => fromSigned(authorFieldsOf(by));

export const fromSigned = ({ by, account, confirmedBy }: Signed): AuthorColumns => ({
  by: by ?? null,
  byIssuer: account?.issuer ?? null,
  bySubject: account?.subject ?? null,
  confirmedBy: confirmedBy?.name ?? null,
  confirmedByIssuer: confirmedBy?.issuer ?? null,
  confirmedBySubject: confirmedBy?.subject ?? null,
});

export const toSigned = (row: AuthorColumns): Signed => {
  const { by, byIssuer: issuer, bySubject: subject, confirmedBy: name, confirmedByIssuer, confirmedBySubject } = row;
  if (by === null) return {};
  const confirmedBy = name === null ? undefined : { name, issuer: confirmedByIssuer, subject: confirmedBySubject };
  return authorFieldsOf({ name: by, issuer, subject, confirmedBy });
};

export interface WorkColumns {
  readonly dueAt: Instant | null;
  readonly attempts: number;
  readonly lastError: Problem | null;
  readonly failingSince: Instant | null;
}

export const toDue = ({ dueAt, attempts, lastError, failingSince }: WorkColumns): Due | null =>
  dueAt === null
    ? null
    : {
        at: dueAt,
        attempts,
        ...(lastError !== null && { lastError }),
        ...(failingSince !== null && { failingSince }),
      };

export const fromDue = (due: Due | null): WorkColumns => ({
  dueAt: due?.at ?? null,
  attempts: due?.attempts ?? 0,
  lastError: due?.lastError ?? null,
  failingSince: due?.failingSince ?? null,
});

/** A row in the core's form, with its columns of work as `due`. */
export const withDue = <Row extends WorkColumns>({ dueAt, attempts, lastError, failingSince, ...row }: Row) => ({
  ...row,
  due: toDue({ dueAt, attempts, lastError, failingSince }),
});

/** A row in the store's form, with `due` as columns. */
export const withoutDue = <Kept extends { readonly due: Due | null }>({ due, ...row }: Kept) => ({
  ...row,
  ...fromDue(due),
});

import { p } from '@mikro-orm/core';
import { instantOf, type Due, type Instant } from '@vehicle-insurance/core';

// A row's properties are named like its columns, so that a row looks the same whether MikroORM loaded it, a statement
// returned it, or it came as JSON inside another row. Instants are ISO text everywhere in this package.

const STORED = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?(?:Z|\+00(?::00)?)$/;

/**
 * An instant as PostgreSQL writes it, in a column or inside JSON. Parsed from its digits where it is in UTC, so that no
 * time zone of a server or driver matters.
 */
export const instant = (text: string): Instant => {
  const [, date, time, fraction = ''] = STORED.exec(text) ?? [];
  return date === undefined || time === undefined
    ? instantOf(text)
    : (`${date}T${time}.${fraction.padEnd(3, '0')}Z` as Instant);
};

/** An instant that may be null. */
export const instantOrNull = (text: string | null): Instant | null => (text === null ? null : instant(text));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether all could be ids of ours. Callers may send any text as an id; what is no UUID matches nothing. */
export const areIds = (...texts: readonly string[]): boolean => texts.every((text) => UUID.test(text));

/** Whether a text can be compared with what is stored: PostgreSQL stores no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * The value without characters that PostgreSQL cannot store. Callers' texts have been checked; a provider's response is
 * kept as it came, and money must not get stuck on an unstorable character.
 */
export const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return isStorable(value) ? value : value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [String(storable(key)), storable(each)]));
};

/** Columns of a row that is due for work. Its lease is not among them: saving a row never changes who holds it. */
export const dueColumns = {
  due_at: p.string().strictNullable(),
  attempts: p.integer(),
  trouble: p.string().strictNullable(),
  trouble_since: p.string().strictNullable(),
  version: p.integer().version(),
};

interface DueColumns {
  readonly due_at: string | null;
  readonly attempts: number;
  readonly trouble: string | null;
  readonly trouble_since: string | null;
}

export const toDue = ({ due_at, attempts, trouble, trouble_since }: DueColumns): Due | null =>
  due_at === null
    ? null
    : {
        at: instant(due_at),
        attempts,
        ...(trouble !== null && { lastError: trouble }),
        ...(trouble_since !== null && { troubledSince: instant(trouble_since) }),
      };

export const fromDue = (due: Due | null): DueColumns => ({
  due_at: due?.at ?? null,
  attempts: due?.attempts ?? 0,
  trouble: due?.lastError ?? null,
  trouble_since: due?.troubledSince ?? null,
});

/** A row to insert or save, by column. */
export type Columns = Readonly<Record<string, unknown>>;

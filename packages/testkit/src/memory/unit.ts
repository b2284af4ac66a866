import {
  isRecorded,
  signed,
  KeyTaken,
  type AuditEntry,
  type Change,
  type ChangedStatus,
  type EventType,
  type Instant,
  type KeptAnswer,
} from '@vehicle-insurance/core';
import { keyIn, rowsOf, type Rows, type Table } from './table.ts';
import { TABLE_NAMES, type KeptKey, type Memory, type OwnedChange, type OwnedEvent, type Tables } from './tables.ts';

/** The rows of every table. */
type AllRows = { readonly [Name in keyof Tables]: Tables[Name] extends Table<infer Row> ? Rows<Row> : never };

/** One unit of work on the store: it sees its own writes, and others see them once committed. */
export type Unit = ReturnType<typeof beginUnit>;

export const beginUnit = ({ tables, history, events, locks, keys, elapsed }: Memory) => {
  const rows = new Map<string, Rows<object>>();
  const isThere = (table: string, key: string): boolean => rowsNamed(table).get(key) !== undefined;
  const rowsNamed = (name: string): Rows<object> => {
    const known = rows.get(name) ?? rowsOf(tables[name as keyof Tables] as unknown as Table<object>, isThere);
    rows.set(name, known);
    return known;
  };
  const recorded: OwnedChange[] = [];
  const told: OwnedEvent[] = [];
  const answers = new Map<string, KeptKey>();
  const owner = {};
  return Object.assign(Object.create(ROWS) as AllRows, {
    rowsNamed,
    elapsed,
    /** Waits until no other unit holds the name, and holds it until this one ends. */
    lock: (name: string): Promise<void> => locks.hold(owner, name),
    isLocked: (name: string): boolean => locks.isHeld(name),
    /** Adds a line to the history. */
    write: (companyId: string, { by, ...line }: ChangedStatus & AuditEntry): void =>
      void recorded.push({ companyId, line: { ...line, ...signed(by) } }),
    /** Adds a line to the history if there is something to record. */
    record: (
      companyId: string,
      what: Change['what'],
      id: string,
      from: string | null,
      to: string,
      entry: AuditEntry,
    ): void => {
      const { by, ...facts } = entry;
      const line = { ...facts, ...signed(by), what, id, from, to };
      if (isRecorded(line)) recorded.push({ companyId, line });
    },
    /** Adds events about a subject for callers. */
    tell: (subject: Pick<OwnedEvent, 'companyId' | 'subjectId'>, types: readonly EventType[], at: Instant): void => {
      for (const type of types) told.push({ ...subject, type, at });
    },
    /** Stores an answer together with the change it describes. */
    keepAnswer: (answer: KeptAnswer | undefined): void => {
      if (!answer) return;
      const name = keyIn(answer.companyId, answer.key);
      if (keys.has(name)) throw new KeyTaken();
      answers.set(name, { ...answer, lease: null, leasedUntil: 0 });
    },
    /** The lines of the history about these ids, of one company if it is given; those of this unit last. */
    linesAbout: (ids: readonly string[], companyId?: string): readonly Change[] =>
      [...history, ...recorded]
        .filter((each) => ids.includes(each.line.id) && (companyId ?? each.companyId) === each.companyId)
        .map(({ line }) => line),
    /** Commits everything, or nothing and returns false: another unit was faster. */
    commit: (): boolean => {
      const touched = [...rows.values()];
      if (!touched.every((each) => each.isCurrent()) || [...answers.keys()].some((name) => keys.has(name)))
        return false;
      for (const each of touched) each.commit();
      for (const [name, kept] of answers) keys.set(name, kept);
      history.push(...recorded);
      events.push(...told);
      return true;
    },
    end: (): void => locks.free(owner),
  });
};

/** Each table's rows, created lazily: a unit touches few of them. */
const ROWS = Object.create(
  Object.prototype,
  Object.fromEntries(
    TABLE_NAMES.map((name) => [
      name,
      {
        get(this: { readonly rowsNamed: (name: string) => Rows<object> }) {
          return this.rowsNamed(name);
        },
      },
    ]),
  ),
) as object;

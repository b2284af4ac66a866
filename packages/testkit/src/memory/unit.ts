import {
  bookkeeping,
  eventsOf,
  lineOf,
  subjectOf,
  authorFieldsOf,
  KeyTaken,
  type Change,
  type Closing,
  type Entry,
  type EventType,
  type Fact,
  type Instant,
  type StoredResponse,
  type StoreLedger,
} from '@vehicle-insurance/core';
import { has, keyIn, rowsOf, type Rows, type Table } from './table.ts';
import { TABLE_NAMES, type KeptKey, type Memory, type OwnedChange, type OwnedEvent, type Tables } from './tables.ts';

type AllRows = { readonly [Name in keyof Tables]: Tables[Name] extends Table<infer Row> ? Rows<Row> : never };

/** A unit of work on the store. It sees its own writes at once. Other units see them after the commit. */
export type Unit = AllRows & MemoryUnit;

export const beginUnit = (memory: Memory): Unit => new MemoryUnit(memory) as Unit;

/** A class for speed, because each query begins a unit of work. `AllRows` are added to its prototype below. */
class MemoryUnit {
  readonly elapsed: () => number;
  readonly #memory: Memory;
  readonly #rows: Record<string, Rows<object>> = {};
  /** The facts for the listeners after the commit. */
  readonly facts: Fact[] = [];
  readonly #recorded: OwnedChange[] = [];
  readonly #events: OwnedEvent[] = [];
  readonly #answers: KeptKey[] = [];

  constructor(memory: Memory) {
    this.#memory = memory;
    this.elapsed = memory.elapsed;
  }

  /** Each table's rows, created on access, because a unit uses few tables. */
  rowsNamed(name: string): Rows<object> {
    return (this.#rows[name] ??= rowsOf(this.#memory.tables[name as keyof Tables] as unknown as Table<object>, this));
  }
  /** Waits for the lock of this name, and holds the lock until this unit ends. */
  lock(name: string): Promise<void> {
    return this.#memory.locks.hold(this, name);
  }
  lastClosing(): Closing | undefined {
    return this.#memory.closings.at(-1);
  }
  isLocked(name: string): boolean {
    return this.#memory.locks.isHeld(name);
  }
  /** Records a fact: its audit entry, its events, and its entries in the books. */
  async record(fact: Fact): Promise<void> {
    // A reason is required even for a change without an audit entry, because listeners receive the reason.
    if (!fact.entry.why.code) throw new Error(`a change of a ${fact.what} has no reason`);
    this.facts.push(fact);
    const subject = subjectOf(fact);
    this.addEvents(subject, eventsOf(fact), fact.entry.at);
    const line = lineOf(fact);
    if (line) this.#recorded.push({ companyId: subject.companyId, line: asRead(line) });
    await this.ledger().bookFact(fact);
  }
  ledger(): StoreLedger {
    return ledgerIn(this as unknown as Unit, this.#memory);
  }
  /** Adds events about a subject for callers. */
  addEvents(subject: Pick<OwnedEvent, 'companyId' | 'subjectId'>, types: readonly EventType[], at: Instant): void {
    for (const type of types) this.#events.push({ ...subject, type, at });
  }
  /** Stores a response together with the change that the response reports. */
  storeResponse(answer: StoredResponse | undefined): void {
    if (!answer) return;
    const name = keyIn(answer.companyId, answer.key);
    if (this.#memory.keys.has(name)) throw new KeyTaken();
    this.#answers.push({ ...answer, lease: null, leasedUntil: 0 });
  }
  /** The audit entries about these ids, optionally of a single company. The entries of this unit come last. */
  linesAbout(ids: readonly string[], companyId?: string): readonly Change[] {
    return [this.#memory.history, this.#recorded].flatMap((all) =>
      all
        .filter((each) => ids.includes(each.line.id) && (companyId ?? each.companyId) === each.companyId)
        .map(({ line }) => line),
    );
  }
  /** Commits all changes, or no change if another unit was faster. Returns whether the changes were committed. */
  commit(): boolean {
    const { keys, history, events } = this.#memory;
    const touched = Object.values(this.#rows);
    const nameOf = ({ companyId, key }: KeptKey): string => keyIn(companyId, key);
    if (!touched.every((each) => each.isCurrent()) || this.#answers.some((kept) => keys.has(nameOf(kept))))
      return false;
    for (const each of touched) each.commit();
    for (const kept of this.#answers) keys.set(nameOf(kept), kept);
    history.push(...this.#recorded);
    events.push(...this.#events);
    return true;
  }
  end(): void {
    this.#memory.locks.free(this);
  }
}

const asRead = ({ by, ...line }: NonNullable<ReturnType<typeof lineOf>>): Change => ({
  ...line,
  ...authorFieldsOf(by),
});

const ledgerIn = (unit: Unit, { bookkeeping: made }: Memory): StoreLedger =>
  bookkeeping(made, {
    post: async (entry) => {
      const { companyId, cause, subjectId, paymentId } = entry;
      const isPosted = unit.entries.all().some(has<Entry>({ subjectId, cause, companyId }));
      if (paymentId === null || !isPosted) unit.entries.add(entry);
    },
    payment: async (companyId, id) => unit.payments.peek(companyId, id),
    quote: async (companyId, id) => unit.quotes.get(companyId, id),
  });

for (const name of TABLE_NAMES)
  Object.defineProperty(MemoryUnit.prototype, name, {
    get(this: MemoryUnit) {
      return this.rowsNamed(name);
    },
  });

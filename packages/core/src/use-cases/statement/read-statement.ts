import { isPaymentId } from '../../domain/payment/payment.ts';
import { CLOCK_TOLERANCE, type DifferenceKind } from '../../domain/statement/match.ts';
import { withPaidAmount } from '../../domain/statement/statement-line.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { StatementReading } from '../../ports/statements.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import {
  addDays,
  dateOf,
  later,
  startOfDay,
  type Instant,
  type LocalDate,
  type TimeZone,
} from '../../shared/calendar.ts';
import type { Problem } from '../../shared/problem.ts';
import { nextAttempt, nextTry } from '../../shared/due.ts';
import { Ok } from '../../shared/result.ts';
import {
  compareWithRecords,
  UNACCOUNTED,
  type LookUpLimits,
  type ComparingDependencies,
} from './compare-with-records.ts';

export type ReadingDependencies = ComparingDependencies & Pick<Dependencies, 'statementSources'>;

/** Minutes after midnight at which a day's statement is read, on the next day and, for late lines, on later days. */
const AFTER_MIDNIGHT = 60;

/** The number of days on which a day's statement is read. */
const TIMES = 3;

/** The number of past days whose statements are still read after a period in which no worker ran. */
const CAUGHT_UP = 31;

/** Days without a reading after which a provider counts as new. */
const FORGOTTEN = 365;

/** The number of open differences that one round compares again. The next round continues after these differences. */
const OPEN_AT_ONCE = 1_000;

/**
 * Minutes between two searches at the providers for money that our records lack. Each search continues where the
 * previous search ended.
 */
const ASKED_EVERY = 60;
const ASKED_AT_ONCE = 100;

const earliest = (one: LocalDate, other: LocalDate): LocalDate => (one < other ? one : other);

/** When the statement of `day` is read on the day `daysAfter` days later. */
const readingTime = (day: LocalDate, daysAfter: number, zone: TimeZone): Instant =>
  later(startOfDay(addDays(day, daysAfter), zone), { minutes: AFTER_MIDNIGHT });

/**
 * Plans readings of every statement that can be fetched by API. Readings are planned for the last days, and for earlier
 * days that were missed since the first planned reading. Then compares open differences again, since later refunds
 * settle some of them.
 */
export const planStatements = (dependencies: ReadingDependencies) => {
  const compareOpen = comparingOpen(dependencies, { atOnce: OPEN_AT_ONCE });
  return async (): Promise<void> => {
    await planReadings(dependencies);
    await compareOpen();
  };
};

/**
 * Searches the providers for money that is on a statement but, according to open differences, not in our records. Runs
 * at most hourly, first at process start, since a provider may not have answered when the statement was last read.
 * Stops when `isClosed` returns true.
 */
export const lookForMissing = (dependencies: ComparingDependencies, isClosed?: () => boolean) => {
  const most = { atOnce: ASKED_AT_ONCE, asks: ASKED_AT_ONCE };
  const compareOpen = comparingOpen(dependencies, { ...most, kinds: UNACCOUNTED, isClosed });
  let asked: Instant | undefined;
  return async (): Promise<void> => {
    const now = dependencies.clock.now();
    if (asked !== undefined && now < later(asked, { minutes: ASKED_EVERY })) return;
    asked = now;
    await compareOpen();
  };
};

/**
 * Compares the references of open differences again, some at each call. After the last reference, the next call begins
 * with the first.
 */
const comparingOpen = (
  dependencies: ComparingDependencies,
  { atOnce, kinds, ...asking }: LookUpLimits & { readonly atOnce: number; readonly kinds?: readonly DifferenceKind[] },
) => {
  let after: string | undefined;
  return async (): Promise<void> => {
    const open = await dependencies.statements.openReferences(atOnce, { after, kinds });
    after = open.length < atOnce ? undefined : open.at(-1)?.id;
    for (const [provider, some] of Map.groupBy(open, (each) => each.provider)) {
      const references = new Set(some.map(({ paymentId }) => paymentId));
      await compareWithRecords(dependencies)(provider, [...references], asking);
    }
  };
};

const planReadings = async (dependencies: ReadingDependencies): Promise<void> => {
  const { statements, statementSources = [], clock, ids, zone, trigger } = dependencies;
  const today = dateOf(clock.now(), zone);
  for (const { provider } of statementSources) {
    const oldest = addDays(today, -CAUGHT_UP);
    const known = await statements.daysPlanned(provider, oldest);
    const isNew = async () => (await statements.daysPlanned(provider, addDays(today, -FORGOTTEN))).size === 0;
    const [first = (await isNew()) ? today : oldest] = [...known].toSorted();
    for (let day = earliest(first, addDays(today, -TIMES)); day < today; day = addDays(day, 1)) {
      if (known.has(day)) continue;
      const due = { at: readingTime(day, 1, zone), attempts: 0 };
      await statements.plan({ id: ids.next(), provider, day, read: null, due });
      trigger.fire('payments');
    }
  }
};

/**
 * Reads a day of a statement. Stores each batch as it arrives, so that a crash or time-out loses nothing. Compares the
 * day's movements when the day was read completely. The reading stays due until the comparison has ended. So an
 * interrupted comparison is repeated together with the reading, even after the last planned reading.
 */
export const readStatement =
  (dependencies: ReadingDependencies) =>
  async (claim: Claim): Promise<void> => {
    const { unitOfWork, clock, zone } = dependencies;
    const found = await unitOfWork.run(async (tx) => Ok(await tx.statements.find(claim.id)));
    const reading = found.unwrap();
    if (!reading || reading.due === null) return;
    // Changes the row as it is now, since an operator may have imported the day's statement in the meantime.
    const change = async (
      values: Partial<StatementReading>,
      isFact: (tx: Transaction) => Promise<boolean> = async () => true,
    ): Promise<void> => {
      await unitOfWork.run<void, never>(async (tx) => {
        const current = await tx.statements.find(claim.id);
        if (current && (await isFact(tx))) await tx.statements.save({ ...current, ...values });
        return Ok(undefined);
      });
    };
    const failure = await keepAll(dependencies, reading);
    const now = clock.now();
    if (failure !== undefined) {
      const due = nextAttempt(nextTry(now, claim.attempt - 1, reading.id), reading.due, failure);
      return change({ due }, (tx) => tx.leases.holds(claim));
    }
    await change({ read: now });
    await compareDay(dependencies)(reading.provider, reading.day);
    await change({ due: dueAfter(reading.day, now, zone) });
  };

/** Compares all movements of a day: those on the statement and those in our records. */
export const compareDay =
  (dependencies: ComparingDependencies) =>
  async (provider: string, day: LocalDate): Promise<void> => {
    const { statements, zone, errorReporter } = dependencies;
    const compare = compareWithRecords(dependencies);
    const [from, until] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    const reported = await statements.references(provider, from, until);
    const ours = await compare(provider, reported, { asks: Infinity });
    const lost = reported.filter((reference) => isPaymentId(reference) && !ours.has(reference));
    if (lost.length > 0)
      errorReporter.report({
        what: 'the statement contains payments that are not in the database',
        about: { provider, day, references: lost.slice(0, NAMED), count: lost.length },
      });
    // A movement near midnight may be on either day's statement. So the day before and the beginning of the day after
    // are compared again. Such a movement counts as missing only once the statements of both days were read.
    for (const [since, to] of [
      [startOfDay(addDays(day, -1), zone), from],
      [until, later(until, { minutes: CLOCK_TOLERANCE })],
    ] as const)
      await compare(provider, await statements.references(provider, since, to));
  };

/** The number of lost payments whose references are reported; all are counted. */
const NAMED = 10;

/** Stores a day's lines. Returns the error if not all lines could be read. */
const keepAll = async (
  { statements, statementSources }: Pick<ReadingDependencies, 'statements' | 'statementSources'>,
  { provider, day }: StatementReading,
): Promise<Problem | undefined> => {
  const source = statementSources?.find((each) => each.provider === provider);
  if (!source) return { code: 'provider_not_configured' };
  for await (const said of source.read(day)) {
    if (said.outcome === 'unknown') return said.why;
    if (said.outcome === 'done') await statements.keep(said.value.map((line) => withPaidAmount(line, source.amounts)));
    else return { code: 'statement_not_ready' };
  }
  return undefined;
};

const dueAfter = (day: LocalDate, now: Instant, zone: TimeZone): StatementReading['due'] => {
  for (let daysAfter = 2; daysAfter <= TIMES; daysAfter += 1) {
    const at = readingTime(day, daysAfter, zone);
    if (at > now) return { at, attempts: 0 };
  }
  return null;
};

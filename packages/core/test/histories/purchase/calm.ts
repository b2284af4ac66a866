import {
  WORK_KINDS,
  type Instant,
  type Job,
  type LocalDate,
  type Quote,
  type TimeZone,
  type WorkKind,
} from '@vehicle-insurance/core';
import { after, dayIn, daysAfter } from './days.ts';
import type { Judge } from './judge.ts';
import type { World } from './world.ts';

/**
 * Minutes after the end of the failures at which the jobs run. The code's own schedule is under test, so it is not used
 * here.
 */
const ROUNDS = [0, 0.2, 0.4, 1, 2, 3, 4, 6, 9, 14, 20, 26, 31, 33, 45, 62, 75, 92];
const SWEEPS = [
  ['payments', 'notifications', 'payments', 'refunds', 'statements'],
  ['certificates', 'certificates'],
  ['documents', 'documents', 'pending_uploads'],
] as const satisfies readonly (readonly [Job, ...WorkKind[]])[];
/** Minutes between later rounds, and days after which all work has ended. */
const THEN_EVERY = 100;
const DAYS = 3;

/** Ends all failures, lets time pass until no work is left, and then continues to the contracts' last days. */
export const calm = async (world: World, judges: readonly Judge[]): Promise<void> => {
  const { clock, store, book } = world;
  const fresh = await world.recover();
  await fresh.retryAll();
  for (const judge of judges) judge.calm?.();
  await fresh.notify();
  const begin = clock.now();
  let daysRun = '';
  /** A job without work is skipped, since it takes as long as all laws together. */
  const runJobs = async (): Promise<void> => {
    for (const [job, ...kinds] of SWEEPS) {
      const due = await store.dueWork.next(...kinds);
      if (due !== undefined && due <= clock.now()) await fresh.run(job);
    }
    // Contracts start and expire on a new day, or when a certificate has arrived.
    const certificates = [...book.requests.values()].map(({ status }) => status).join();
    const seen = `${dayIn(world.setting.zone, clock.now())} ${certificates}`;
    if (seen !== daysRun) await fresh.run('days');
    daysRun = seen;
  };
  const steps = judges.flatMap(({ step }) => step ?? []);
  const rounds = judges.flatMap(({ round }) => round ?? []);
  const days = judges.flatMap(({ day }) => day ?? []);
  const round = async (at: Instant): Promise<void> => {
    if (at > clock.now()) clock.moveTo(at);
    await runJobs();
    for (const judge of [...steps, ...rounds]) await judge();
  };
  const isLeft = async (): Promise<boolean> => (await store.dueWork.next(...WORK_KINDS)) !== undefined;
  const last = ROUNDS.at(-1) ?? 0;
  for (const minutes of ROUNDS) if (minutes === last || (await isLeft())) await round(after(begin, minutes));
  let minutes = last;
  const goOn = async (most: number): Promise<void> => {
    const end = minutes + most * 24 * 60;
    for (; minutes < end && (await isLeft()) && book.broken.length === 0; minutes += THEN_EVERY)
      await round(after(begin, minutes + THEN_EVERY));
  };
  await goOn(DAYS);
  // A certificate that another contract's request blocked may have failed in the first round.
  const isBlocked = (await world.contracts()).some(
    ({ certificateRequest: { status, refusal } }) =>
      status === 'failed' && refusal?.code === 'authority_status' && refusal.meaning === 'duplicate',
  );
  if (isBlocked && (await fresh.retryAll())) await goOn(1);
  for (const judge of judges) await judge.rest?.();
  await payAgain(world, fresh.pay);
  for (const day of await daysToCome(world)) {
    clock.moveTo(after(beginningOf(day, world.setting.zone), DAY_CHANGE));
    await fresh.run('days');
    for (const judge of [...steps, ...days]) await judge();
  }
};

/** Minutes after midnight by which contracts have started and expired. */
const DAY_CHANGE = 9;

/** An unpaid quote can be paid again after any result of earlier attempts. */
const payAgain = async (
  { book, store, quotes, clock, setting }: World,
  pay: (quote: Quote) => Promise<unknown>,
): Promise<void> => {
  for (const quote of quotes) {
    const before = await store.quoteQueries.status(quote.companyId, quote.id);
    if (before?.contractId !== null || dayIn(setting.zone, clock.now()) > quote.startDate) continue;
    await pay(quote);
    const now = await store.quoteQueries.status(quote.companyId, quote.id);
    if (now?.status !== 'payment_pending') book.broke('an unpaid quote cannot be paid again');
  }
};

const daysToCome = async (world: World): Promise<readonly LocalDate[]> => {
  const today = dayIn(world.setting.zone, world.clock.now());
  const days = (await world.contracts()).flatMap(({ contract: { startDate, endDate } }) => [
    startDate,
    endDate,
    daysAfter(endDate, 1),
  ]);
  return [...new Set(days)].filter((day) => day > today).sort();
};

const beginningOf = (day: LocalDate, zone: TimeZone): Instant => {
  let at = after(`${day}T00:00:00.000Z` as Instant, -14 * 60);
  while (dayIn(zone, at) < day) at = after(at, 60);
  return at;
};

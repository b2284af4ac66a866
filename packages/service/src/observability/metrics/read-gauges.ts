import { ACTION_ITEM_KINDS, JOBS, type Instant } from '@vehicle-insurance/core';
import type { GaugeSources } from '../observer.ts';
import type { Instruments } from './instruments.ts';

/** Milliseconds after which a silent database counts as unavailable: less than the scrape time-out of Prometheus. */
const ANSWER_WITHIN = 3_000;

/**
 * Reads the current state into the gauges. A gauge with an unknown value is removed, so that Prometheus does not repeat
 * the old value.
 */
export const readGauges = async (to: Instruments, sources: GaugeSources): Promise<void> => {
  const { store, mobileMoney, clockWatch } = sources;
  for (const { provider, accepting } of mobileMoney) to.accepting.set({ provider }, Number(accepting()));
  const { busy, idle, waiting, limit } = store.connections();
  to.connections.set({ state: 'busy' }, busy);
  to.connections.set({ state: 'idle' }, idle);
  to.connectionsWaiting.set(waiting);
  to.connectionsLimit.set(limit);
  to.nodesAway.set(store.nodesAway());
  const difference = clockWatch.difference();
  if (difference !== undefined) to.clockDifference.set(difference);
  const answered = await withinTime(readWork(to, sources)).then(
    () => true,
    () => false,
  );
  to.storeAnswers.set(Number(answered));
  if (!answered) for (const gauge of readFromStore(to)) gauge.reset();
};

const readFromStore = (to: Instruments) => [
  to.dueWork,
  to.waitingWork,
  to.oldestDue,
  to.failingWork,
  to.oldestFailing,
  to.actionItems,
  to.oldestActionItem,
  to.lastRun,
];

const readWork = async (
  to: Instruments,
  { uncheckedClock, workQueries, jobRuns, listActionItems }: GaugeSources,
): Promise<void> => {
  const at = uncheckedClock.now();
  const [work, actionItems, lastRuns] = await Promise.all([workQueries.status(at), listActionItems(), jobRuns.last()]);
  for (const { kind, due, waiting, oldest, failing, oldestFailing } of work) {
    to.dueWork.set({ kind }, due);
    to.waitingWork.set({ kind }, waiting);
    to.oldestDue.set({ kind }, secondsSince(oldest ?? at, at));
    to.failingWork.set({ kind }, failing);
    to.oldestFailing.set({ kind }, secondsSince(oldestFailing ?? at, at));
  }
  for (const kind of ACTION_ITEM_KINDS) {
    const waiting = actionItems.filter((item) => item.kind === kind);
    to.actionItems.set({ kind }, waiting[0]?.total ?? 0);
    to.oldestActionItem.set({ kind }, secondsSince(waiting.map(({ since }) => since).toSorted()[0] ?? at, at));
  }
  for (const job of [...JOBS, 'backup'] as const) {
    const ran = lastRuns[job];
    if (ran !== undefined) to.lastRun.set({ task: job }, secondsSince(ran, at));
  }
};

const secondsSince = (then: Instant, now: Instant): number => Math.max(0, (Date.parse(now) - Date.parse(then)) / 1_000);

const withinTime = <T>(reading: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const tooLate = setTimeout(() => reject(new Error('the database did not answer in time')), ANSWER_WITHIN);
  return Promise.race([reading, promise]).finally(() => clearTimeout(tooLate));
};

import { ATTENTION_KINDS, JOBS, type Instant } from '@vehicle-insurance/core';
import type { Standing } from '../watch.ts';
import type { Instruments } from './instruments.ts';

/** Milliseconds after which a database that does not answer counts as away: less than a scraper waits. */
const ANSWER_WITHIN = 3_000;

/** Reads how things stand into the gauges. What cannot be known is missing rather than old. */
export const readStanding = async (to: Instruments, standing: Standing): Promise<void> => {
  const { store, mobileMoney, otherMobileMoney } = standing.adapters;
  for (const { provider, accepting } of [mobileMoney, ...otherMobileMoney])
    to.accepting.set({ provider }, Number(accepting()));
  const { busy, idle, waiting, limit } = store.connections();
  to.connections.set({ state: 'busy' }, busy);
  to.connections.set({ state: 'idle' }, idle);
  to.connectionsWaiting.set(waiting);
  to.connectionsLimit.set(limit);
  const answered = await withinTime(readWork(to, standing)).then(
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
  to.troubledWork,
  to.oldestTrouble,
  to.attention,
  to.lastRun,
];

const readWork = async (to: Instruments, { now, workViews, listAttention }: Standing): Promise<void> => {
  const at = now();
  const [work, attention, lastRuns] = await Promise.all([workViews.status(at), listAttention(), workViews.lastRuns()]);
  for (const { kind, due, waiting, oldest, troubled, oldestTrouble } of work) {
    to.dueWork.set({ kind }, due);
    to.waitingWork.set({ kind }, waiting);
    to.oldestDue.set({ kind }, secondsSince(oldest ?? at, at));
    to.troubledWork.set({ kind }, troubled);
    to.oldestTrouble.set({ kind }, secondsSince(oldestTrouble ?? at, at));
  }
  for (const kind of ATTENTION_KINDS)
    to.attention.set({ kind }, attention.filter((waiting) => waiting.kind === kind).length);
  for (const job of JOBS) {
    const ran = lastRuns[job];
    if (ran !== undefined) to.lastRun.set({ task: job }, secondsSince(ran, at));
  }
};

const secondsSince = (then: Instant, now: Instant): number => Math.max(0, (Date.parse(now) - Date.parse(then)) / 1_000);

const withinTime = <T>(reading: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const impatient = setTimeout(() => reject(new Error('the database did not answer in time')), ANSWER_WITHIN);
  return Promise.race([reading, promise]).finally(() => clearTimeout(impatient));
};

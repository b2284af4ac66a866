import type { Dependencies } from '../../ports/dependencies.ts';
import { FLEETING_KINDS } from '../../ports/due-work.ts';
import { startAndExpireContracts } from '../contract/start-and-expire-contracts.ts';
import { forgetOldKeys } from '../idempotency/forget-old-keys.ts';
import { keepJournal } from '../journal/keep-journal.ts';
import { lookForMissing, planStatements, type ReadingDependencies } from '../statement/read-statement.ts';
import { inBatches } from './in-batches.ts';
import type { Sweeper } from './sweep.ts';
import { inOneLine, tally } from './tally.ts';

/** What the job `days` needs. */
export type DaysDependencies = ReadingDependencies &
  Pick<Dependencies, 'contractDays' | 'idempotencyKeys' | 'journal' | 'eventDays' | 'dueWork' | 'errorReporter'>;

/**
 * What changes with a new day is done at every poll, and waits for no outside system. Housekeeping may take
 * long and asks providers: it runs separately in the background, never twice at once.
 */
export const daysSweeper = (dependencies: DaysDependencies): Sweeper => {
  const { dueWork, errorReporter } = dependencies;
  const { claim, done, fail, soFar } = tally();
  let housekeeping: Promise<void> | undefined;
  let isClosed = false;

  const startAndExpire = startAndExpireContracts(dependencies);
  const plan = planStatements(dependencies);
  const changeDay = async (): Promise<void> => {
    await startAndExpire();
    await plan();
  };
  /** Deletes finished rows that were kept only for their work: notifications and pending uploads. */
  const forgetFinished = async (): Promise<void> => {
    for (const kind of FLEETING_KINDS) await inBatches((limit) => dueWork.forget(kind, limit));
  };
  const housework = [
    forgetOldKeys(dependencies),
    keepJournal(dependencies),
    forgetFinished,
    lookForMissing(dependencies, () => isClosed),
  ];
  /** Runs each part even if an earlier one fails: otherwise one bad row would block the later parts for ever. */
  const keepHouse = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const part of housework) if (!isClosed) await part().catch((cause: unknown) => void failures.push(cause));
    if (failures.length > 1) throw new AggregateError(failures, 'several parts of the housekeeping failed');
    if (failures.length > 0) throw failures[0];
  };
  const counted = async (work: () => Promise<void>): Promise<void> => {
    claim();
    try {
      await work();
      done();
    } catch (cause) {
      fail(inOneLine(cause));
      throw cause;
    }
  };
  const beginHousekeeping = (): Promise<void> =>
    (housekeeping ??= counted(keepHouse).finally(() => (housekeeping = undefined)));
  const idle = async (): Promise<void> => housekeeping?.catch(() => undefined);
  return {
    poll: async () => {
      if (isClosed) return;
      await counted(changeDay);
      if (housekeeping || isClosed) return;
      beginHousekeeping().catch((cause: unknown) => errorReporter.report({ what: 'the housekeeping failed', cause }));
    },
    run: async () => {
      await counted(changeDay);
      await beginHousekeeping();
    },
    isIdle: () => housekeeping === undefined,
    idle,
    close: () => {
      isClosed = true;
      return idle();
    },
    soFar,
  };
};

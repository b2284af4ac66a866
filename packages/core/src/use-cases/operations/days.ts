import type { Dependencies } from '../../ports/dependencies.ts';
import { FLEETING_KINDS } from '../../ports/due-work.ts';
import { announceEndings } from '../contract/announce-endings.ts';
import { startAndExpireContracts } from '../contract/start-and-expire-contracts.ts';
import { forgetOldKeys } from '../idempotency/forget-old-keys.ts';
import { keepJournal } from '../journal/keep-journal.ts';
import { lookForMissing, planStatements, type ReadingDependencies } from '../statement/read-statement.ts';
import { inBatches } from './in-batches.ts';
import type { Sweeper } from './sweep.ts';
import { inOneLine, tally } from './tally.ts';

export type DaysDependencies = ReadingDependencies &
  Pick<
    Dependencies,
    | 'contractDays'
    | 'endingDays'
    | 'idempotencyKeys'
    | 'journal'
    | 'eventDays'
    | 'dueWork'
    | 'errorReporter'
    | 'figures'
    | 'books'
    | 'zone'
  >;

/**
 * Each poll makes the changes of day, which wait for no outside system. Housekeeping may take long and calls providers.
 * So a poll does not wait for housekeeping, which never runs twice at once.
 */
export const daysSweeper = (dependencies: DaysDependencies): Sweeper => {
  const { dueWork, errorReporter, figures, books, zone } = dependencies;
  const { claim, done, fail, soFar } = tally();
  let housekeeping: Promise<void> | undefined;
  let isClosed = false;

  const startAndExpire = startAndExpireContracts(dependencies);
  const announce = announceEndings(dependencies);
  const plan = planStatements(dependencies);
  const changeDay = async (): Promise<void> => {
    await startAndExpire();
    await announce();
    await plan();
  };
  const forgetFinished = async (): Promise<void> => {
    for (const kind of FLEETING_KINDS) await inBatches((limit) => dueWork.forget(kind, limit));
  };
  const housework = [
    forgetOldKeys(dependencies),
    keepJournal(dependencies),
    forgetFinished,
    () => figures.summarise(zone),
    () => books.sumEntries(),
    lookForMissing(dependencies, () => isClosed),
  ];
  /** Runs each part even if an earlier part fails. Otherwise, one bad row would block the later parts for ever. */
  const keepHouse = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const part of housework) if (!isClosed) await part().catch((cause: unknown) => void failures.push(cause));
    if (failures.length > 1) throw new AggregateError(failures, 'several parts of the housekeeping failed');
    if (failures.length > 0) throw failures[0];
  };
  const countWork = async (work: () => Promise<void>): Promise<void> => {
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
    (housekeeping ??= countWork(keepHouse).finally(() => (housekeeping = undefined)));
  const idle = async (): Promise<void> => housekeeping?.catch(() => undefined);
  return {
    poll: async () => {
      if (isClosed) return;
      await countWork(changeDay);
      if (housekeeping || isClosed) return;
      beginHousekeeping().catch((cause: unknown) => errorReporter.report({ what: 'the housekeeping failed', cause }));
    },
    run: async () => {
      await countWork(changeDay);
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

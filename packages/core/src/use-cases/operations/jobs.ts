import type { Job } from '../../ports/trigger.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { FLEETING_KINDS } from '../../ports/due-work.ts';
import { requestCertificate } from '../certificate/request-certificate.ts';
import { startAndExpireContracts } from '../contract/start-and-expire-contracts.ts';
import { makeDocuments } from '../document/make-documents.ts';
import { removePendingUpload } from '../document/remove-pending-upload.ts';
import { forgetOldKeys } from '../idempotency/forget-old-keys.ts';
import { keepJournal } from '../journal/keep-journal.ts';
import { bookFormer } from '../ledger/book-former.ts';
import { makeRefund } from '../payment/make-refund.ts';
import { checkNotification } from '../payment/receive-notification.ts';
import { reconcilePayment } from '../payment/reconcile-payment.ts';
import { planStatements, readStatement } from '../reconciliation/read-statement.ts';
import { inBatches } from './in-batches.ts';
import { LANE_WIDTH } from './lane.ts';
import { pacedProviders } from './provider-pace.ts';
import { sweeper, type Sweeper, type SweepDependencies } from './sweep.ts';
import { inOneLine, tally } from './tally.ts';

/** What the recurring jobs need, all together. */
export type JobDependencies = SweepDependencies &
  Pick<
    Dependencies,
    | 'unitOfWork'
    | 'contractQueries'
    | 'contractDays'
    | 'catalogue'
    | 'idempotencyKeys'
    | 'journal'
    | 'books'
    | 'eventDays'
    | 'providers'
    | 'certificateAuthority'
    | 'contractDocument'
    | 'proofSigner'
    | 'documents'
    | 'timer'
    | 'ids'
    | 'trigger'
    | 'zone'
    | 'policyNumberFormat'
    | 'statements'
    | 'statementSources'
    | 'merchantFees'
  >;

/** The recurring jobs of one process, for a scheduler to poll. */
export type Sweepers = Readonly<Record<Job, Sweeper>>;

/** What each recurring job does: everything of its kinds that is due, read from our own tables. */
export const sweepers = (dependencies: JobDependencies): Sweepers => {
  const { providers, room } = pacedProviders(dependencies.providers, dependencies.timer);
  const asking = { ...dependencies, providers };
  return {
    payments: sweeper(dependencies, {
      handlers: {
        notices: checkNotification(dependencies),
        payments: reconcilePayment(asking),
        refunds: makeRefund(asking),
        statements: readStatement(asking),
      },
      room: (queue) => ('provider' in queue ? room(queue.provider) : LANE_WIDTH),
    }),
    certificates: sweeper(dependencies, { handlers: { certificates: requestCertificate(dependencies) } }),
    documents: sweeper(dependencies, {
      handlers: { documents: makeDocuments(dependencies), loose_documents: removePendingUpload(dependencies) },
    }),
    days: daily(dependencies, {
      move: async () => {
        await startAndExpireContracts(dependencies)();
        await planStatements(dependencies)();
      },
      keepHouse: async () => {
        await forgetOldKeys(dependencies)();
        await keepJournal(dependencies)();
        await bookFormer(dependencies)();
        // What was kept for its work alone goes when that is finished: notifications, and notes of stored files.
        for (const kind of FLEETING_KINDS) await inBatches((limit) => dependencies.dueWork.forget(kind, limit));
      },
    }),
  };
};

/** The same jobs, to call by hand: each does everything that is due, and resolves when that is done. */
export const jobs = (dependencies: JobDependencies): Readonly<Record<Job, () => Promise<void>>> =>
  runsOf(sweepers(dependencies));

/** What each job does in one run, as its sweeper does it. */
export const runsOf = ({ payments, certificates, documents, days }: Sweepers) =>
  ({
    payments: payments.run,
    certificates: certificates.run,
    documents: documents.run,
    days: days.run,
  }) satisfies Readonly<Record<Job, () => Promise<void>>>;

interface DailyWork {
  /** Moves what the day moves: done whenever it is polled. */
  readonly move: () => Promise<void>;
  /** May take hours after a migration: goes on by itself, and nothing that is moved waits for it. */
  readonly keepHouse: () => Promise<void>;
}

/** Work that waits for nothing outside, in two pieces. */
const daily = ({ errorReporter }: Pick<Dependencies, 'errorReporter'>, { move, keepHouse }: DailyWork): Sweeper => {
  const { claim, done, fail, soFar } = tally();
  let housekeeping: Promise<void> | undefined;

  const whole = async (work: () => Promise<void>): Promise<void> => {
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
    (housekeeping ??= whole(keepHouse).finally(() => (housekeeping = undefined)));
  const idle = async (): Promise<void> => housekeeping?.catch(() => undefined);
  return {
    poll: async () => {
      await whole(move);
      if (housekeeping) return;
      beginHousekeeping().catch((cause: unknown) => errorReporter.report({ what: 'the housekeeping failed', cause }));
    },
    run: async () => {
      await whole(move);
      await beginHousekeeping();
    },
    isIdle: () => housekeeping === undefined,
    idle,
    close: idle,
    soFar,
  };
};

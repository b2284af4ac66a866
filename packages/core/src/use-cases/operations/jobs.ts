import type { Job } from '../../ports/trigger.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { requestCertificate } from '../certificate/request-certificate.ts';
import { makeDocuments } from '../document/make-documents.ts';
import { removePendingUpload } from '../document/remove-pending-upload.ts';
import { makeRefund } from '../payment/make-refund.ts';
import { checkNotification } from '../payment/receive-notification.ts';
import { reconcilePayment } from '../payment/reconcile-payment.ts';
import { readStatement } from '../statement/read-statement.ts';
import { daysSweeper, type DaysDependencies } from './days.ts';
import { LANE_WIDTH } from './lane.ts';
import { pacedAuthority, pacedProviders } from './provider-pace.ts';
import { sweeper, type Sweeper, type SweepDependencies } from './sweep.ts';

export type JobDependencies = SweepDependencies &
  DaysDependencies &
  Pick<
    Dependencies,
    | 'contractQueries'
    | 'catalogue'
    | 'certificateAuthority'
    | 'contractDocument'
    | 'proofSigner'
    | 'documents'
    | 'timer'
    | 'policyNumberFormat'
  >;

/** The recurring jobs of one process, for a scheduler to poll. */
export type Sweepers = Readonly<Record<Job, Sweeper>>;

/** The sweeper of each recurring job. */
export const sweepers = (dependencies: JobDependencies): Sweepers => {
  const { providers, room, askedFor } = pacedProviders(dependencies.providers, dependencies.timer);
  const authority = pacedAuthority(dependencies.certificateAuthority, dependencies.timer);
  const { certificateAuthority } = authority;
  const asking = { ...dependencies, providers, askedFor };
  return {
    payments: sweeper(dependencies, {
      handlers: {
        notifications: checkNotification(dependencies),
        payments: reconcilePayment(asking),
        refunds: makeRefund(asking),
        statements: readStatement(asking),
      },
      room: (queue) => ('provider' in queue ? room(queue) : LANE_WIDTH),
    }),
    certificates: sweeper(dependencies, {
      handlers: { certificates: requestCertificate({ ...dependencies, certificateAuthority }) },
      room: authority.room,
    }),
    documents: sweeper(dependencies, {
      handlers: { documents: makeDocuments(dependencies), pending_uploads: removePendingUpload(dependencies) },
    }),
    days: daysSweeper(asking),
  };
};

/** The same jobs as functions, for callers without a scheduler. Each function runs its job once (`Sweeper.run`). */
export const jobs = (dependencies: JobDependencies): Readonly<Record<Job, () => Promise<void>>> =>
  runsOf(sweepers(dependencies));

/** For each job, the function that runs its sweeper once. */
export const runsOf = ({ payments, certificates, documents, days }: Sweepers) =>
  ({
    payments: payments.run,
    certificates: certificates.run,
    documents: documents.run,
    days: days.run,
  }) satisfies Readonly<Record<Job, () => Promise<void>>>;

import type { PaymentNotFound } from '../../domain/payment/payment.ts';
import { completeRefund, retryRefund, type Refund } from '../../domain/payment/refund.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Change } from '../../ports/history.ts';
import type { PaymentDetails } from '../../ports/payments.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { By } from '../../shared/author.ts';
import { later } from '../../shared/calendar.ts';
import type { IllegalTransition } from '../../shared/machine.ts';
import { lastErrorOf, refused } from '../../shared/outcome.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import {
  author,
  fields,
  flag,
  optional,
  plainText,
  shortText,
  type InvalidRequest,
  type ValuesOf,
} from '../../shared/rules.ts';
import { recordInHistory } from '../record-in-history.ts';
import { requestRefund, recordRepeatedRefund, wasByHand, type RefundAnswer } from './make-refund.ts';

export interface RecordRefundCommand {
  readonly paymentId: string;
  /** The reference of the transfer or refund that the operator made. */
  readonly reference: string;
  readonly note: string;
  readonly by: By;
  /**
   * Whether to record the refund even if the provider's answer is not definite. The operator must have checked the
   * provider's website and found no refund.
   */
  readonly unanswered?: boolean;
  /**
   * Whether the refund was made on the provider's website, from our account there. Otherwise the money came from
   * another account.
   */
  readonly onPages?: boolean;
  /**
   * Whether the database was restored to a point before this refund was recorded. The provider is then not called,
   * since the call would refund the money again. Refused with `refund_must_be_asked` unless the refund is already done,
   * or three conditions hold:
   *
   * - Payments are paused.
   * - The job `payments` has not run since a minute before the pause.
   * - The payment's history has not changed since the pause. Or, if the refund is newer than the pause, it was never
   *   attempted.
   */
  readonly unasked?: boolean;
}

export interface RefundNotFound {
  readonly code: 'refund_not_found';
}

/** A refund call to the provider may be in progress. A transfer now could pay the payer twice. */
export interface RefundInProgress {
  readonly code: 'refund_under_way';
}

/** The provider may have made the refund. A transfer now could pay the payer twice. */
export interface RefundUncertain {
  readonly code: 'refund_uncertain';
}

/**
 * Nothing shows that the database was restored, so the provider must be called: the provider may have made the refund.
 */
export interface RefundMustBeRequested {
  readonly code: 'refund_must_be_asked';
}

export type RecordRefundError =
  | InvalidRequest
  | PaymentNotFound
  | RefundNotFound
  | RefundInProgress
  | RefundUncertain
  | RefundMustBeRequested
  | IllegalTransition;

/**
 * A completed refund, and who made the refund. If that was the provider or another operator, the transfer recorded by
 * this command has paid the payer twice.
 */
export interface RecordedRefund {
  readonly refund: Refund;
  readonly givenBackBy: 'operator' | 'provider' | 'another_operator';
}

/** Seconds for which no sweep claims the refund: longer than a call to a provider takes. */
const LEASE = 60;

/** Seconds before the pause in which the job `payments` may not have run: many times its interval. */
const STOPPED_FOR = 60;

/** The answer to assume if the provider must not be called. */
const NOT_CALLED: RefundAnswer = refused('not_supported' as const);

type Known = { readonly refund: Refund; readonly history: readonly Change[] };

type Taken = { readonly refund: Refund; readonly claim: Claim };

type Recording = Pick<Dependencies, 'unitOfWork' | 'dueWork' | 'paymentQueries' | 'jobRuns' | 'providers' | 'clock'>;

/**
 * Records that an operator has refunded the money by hand. The provider may have made the refund, and its answer may
 * have been lost. So the provider is called first, under the refund's lease and outside any transaction. This check is
 * a refund call, since a session does not show its refund, and refund calls are idempotent. A provider that is no
 * longer configured counts as one that does not answer. No call is made with `unasked`, for a refund of a part, or to a
 * provider without refund calls.
 */
export const recordRefund =
  (dependencies: Recording) =>
  async (command: RecordRefundCommand): Promise<Result<RecordedRefund, RecordRefundError>> => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const details = await dependencies.paymentQueries.find(checked.value.paymentId);
      if (!details) return Err({ code: 'payment_not_found' });
      const recorded = await recordOf(dependencies, details, checked.value);
      if (recorded !== OUTDATED) return recorded;
    }
    throw new Error('the refund was completed during each attempt, although a refund is completed once');
  };

/** A refund is completed once, so only the first attempt can be outdated. */
const ATTEMPTS = 2;

/**
 * The refund was completed while the command ran. The payment must be read again: its history now shows whether this
 * transfer completed the refund.
 */
const OUTDATED = null;

type Recorded = Result<RecordedRefund, RecordRefundError> | typeof OUTDATED;

const recordOf = async (
  dependencies: Recording,
  { payment, refund: shown, history }: PaymentDetails & Pick<Known, 'history'>,
  transfer: Transfer,
): Promise<Recorded> => {
  const { unitOfWork, dueWork, providers, clock } = dependencies;
  if (!shown) return Err({ code: 'refund_not_found' });
  const { companyId, id } = shown;
  const isUnasked = transfer.unasked === true;
  if (isUnasked && shown.status !== 'done' && !(await isRestored(dependencies, { refund: shown, history })))
    return Err({ code: 'refund_must_be_asked' });
  const lockAndFind = async ({ quotes, refunds }: Transaction, seen: Refund): Promise<Refund> => {
    await quotes.lock(companyId, payment.quoteId);
    return (await refunds.find(companyId, id)) ?? seen;
  };

  const taken = await unitOfWork.run<Taken | RecordedRefund | typeof OUTDATED, RecordRefundError>(async (tx) => {
    const refund = await lockAndFind(tx, shown);
    const possible = completeRefund(refund, clock.now());
    if (possible.isErr() && shown.status !== refund.status) return Ok(OUTDATED);
    if (possible.isErr()) return (await keepTransfer(tx, dependencies, { refund, history }, transfer)) ?? possible;
    const claim = await tx.leases.take({ kind: 'refunds', companyId, id }, LEASE);
    return claim ? Ok({ refund, claim }) : Err({ code: 'refund_under_way' });
  });
  if (taken.isErr()) return taken;
  if (taken.value === OUTDATED) return OUTDATED;
  if ('givenBackBy' in taken.value) return Ok(taken.value);
  const { refund: before, claim } = taken.value;
  try {
    const answer = isUnasked ? NOT_CALLED : await requestRefund(providers, before);
    // An error is returned inside Ok, so that the writes before the error, such as the provider's answer, are
    // committed.
    const recorded = await unitOfWork.run<Recorded, never>(async (tx) => {
      const refund = await lockAndFind(tx, before);
      return Ok(await afterAnswer(tx, dependencies, { refund, claim, answer }, transfer));
    });
    return recorded.unwrap();
  } finally {
    await dueWork.release(claim);
  }
};

/**
 * Whether a restore may have lost the record of a refund. True if the job `payments` had stopped before payments were
 * paused and has not run since, and nothing shows that the provider was called since. In normal operation the job runs
 * often, so the result is false.
 */
const isRestored = async (
  { paymentQueries, jobRuns }: Pick<Recording, 'paymentQueries' | 'jobRuns'>,
  { refund, history }: Known,
): Promise<boolean> => {
  const pause = await paymentQueries.pause();
  if (pause === null) return false;
  const { payments: lastRun } = await jobRuns.last();
  if (lastRun !== undefined && lastRun > later(pause.at, { seconds: -STOPPED_FOR })) return false;
  // A refund created after the pause belongs to a contract that was cancelled again after the restore.
  if (refund.created > pause.at) return refund.due?.attempts === 0;
  return history.every(({ at }) => at <= pause.at);
};

const RULES = {
  paymentId: plainText,
  reference: shortText,
  note: shortText,
  by: author,
  unanswered: optional(flag),
  onPages: optional(flag),
  unasked: optional(flag),
} as const;

type Transfer = ValuesOf<typeof RULES>;

/** The references of the recorded transfers that paid the payer twice, without duplicates. */
export const transfersIn = (history: readonly Change[]): readonly string[] => [
  ...new Set(
    history.flatMap(({ evidence }) =>
      typeof evidence?.['transferRepeated'] === 'string' ? evidence['transferRepeated'] : [],
    ),
  ),
];

/**
 * Records a transfer that paid the payer twice, so that the money can be claimed back: the provider or another operator
 * had refunded the money first. A repeated command adds no second entry. Undefined, with nothing recorded, if this
 * transfer completed the refund or was made on the provider's website (`onPages`).
 */
const keepTransfer = async (
  tx: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  { refund, history }: Known,
  { reference, note, by, onPages }: Transfer,
): Promise<Result<RecordedRefund, never> | undefined> => {
  const { companyId, paymentId } = refund;
  const isProviders = !wasByHand(history);
  const isTheSame = history.some(({ to, evidence }) => to === 'done' && evidence?.['reference'] === reference);
  if (onPages === true || (isTheSame && !isProviders)) return undefined;
  const wasOnPages = history.some(({ why: { code } }) => code === 'refunded_on_pages');
  const refundedBy = isProviders && !wasOnPages ? 'provider' : 'operator';
  const why = { code: 'transfer_repeated', reference, note, refundedBy } as const;
  const evidence = { transferRepeated: reference, note };
  if (!transfersIn(history).includes(reference))
    await recordInHistory(tx, { what: 'payment', companyId, id: paymentId }, { at: clock.now(), why, by, evidence });
  return Ok({ refund, givenBackBy: isProviders ? 'provider' : 'another_operator' });
};

const afterAnswer = async (
  tx: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  { refund, claim, answer }: Taken & { readonly answer: RefundAnswer },
  transfer: Transfer,
): Promise<Recorded> => {
  const { refunds, leases } = tx;
  const { reference, note, by, unanswered, onPages, unasked } = transfer;
  const now = clock.now();
  const completed = completeRefund(refund, now);
  const said = answer.evidence && { provider: answer.evidence };
  if (completed.isErr()) {
    if (answer.outcome === 'done') await recordRepeatedRefund(tx, refund, answer, now);
    return OUTDATED;
  }
  const evidence = { reference, note, ...said, ...(unasked === true && { unasked }) };

  if (answer.outcome === 'done') {
    // The provider confirms a refund made on its website in the same way as a refund made by API.
    const [givenBackBy, why, repeated] =
      onPages === true
        ? (['operator', { code: 'refunded_on_pages', reference, note, isConfirmed: true }, {}] as const)
        : ([
            'provider',
            { code: 'transfer_repeated', reference, note, refundedBy: 'provider' },
            { transferRepeated: reference },
          ] as const);
    await refunds.save(completed.value, { at: now, why, by, evidence: { ...evidence, ...repeated } });
    return Ok({ refund: completed.value, givenBackBy });
  }
  // Another worker may have called the provider by now, with an unknown result.
  if (!(await leases.holds(claim))) return Err({ code: 'refund_under_way' });
  if (answer.outcome !== 'refused' && unanswered !== true) {
    const again = refund.status === 'due' ? retryRefund(refund, now, lastErrorOf(answer)) : refund;
    await refunds.save(again, { at: now, why: { code: 'refund_unconfirmed' }, by, evidence });
    return Err({ code: 'refund_uncertain' });
  }
  const why =
    onPages === true
      ? ({ code: 'refunded_on_pages', reference, note, isConfirmed: false } as const)
      : ({ code: 'refunded_by_transfer', reference, note } as const);
  await refunds.save(completed.value, { at: now, why, by, evidence });
  return Ok({ refund: completed.value, givenBackBy: 'operator' });
};

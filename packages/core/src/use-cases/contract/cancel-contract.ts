import { startAnnulment } from '../../domain/certificate/annulment.ts';
import { withdrawRequest } from '../../domain/certificate/withdrawn-request.ts';
import {
  CANCELLATION_CODES,
  cancellationTerms,
  REFUND_EXTENTS,
  type CancellationCode,
  type CancellationRefusal,
  type CancellationTerms,
  type RefundExtent,
} from '../../domain/contract/cancellation.ts';
import type { Contract, ContractCancelled, ContractNotFound } from '../../domain/contract/contract.ts';
import type { AuditEntry } from '../../domain/journal/fact.ts';
import { chargedAmount, isOpened, type OpenedPayment } from '../../domain/payment/payment.ts';
import { handOverRefund, refundOfPayment, type Refund } from '../../domain/payment/refund.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Providers } from '../../ports/mobile-money.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { By } from '../../shared/author.ts';
import {
  addDays,
  calendarDate,
  dateOf,
  startOfDay,
  type Instant,
  type LocalDate,
  type TimeZone,
} from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import {
  author,
  fields,
  flag,
  oneOf,
  optional,
  plainText,
  shortText,
  type InvalidRequest,
} from '../../shared/rules.ts';
import {
  changeContract,
  type CertificateSubject,
  type ContractRepositories,
} from '../certificate/certificate-subject.ts';

/** The contract to cancel, why, and by whom. The company sees the code and the reason. */
export interface CancelContractCommand {
  readonly contractId: string;
  /** By default `other`. */
  readonly code?: CancellationCode | undefined;
  readonly why: string;
  /** The last day of cover, by default today. Only for a contract that has a certificate and has begun. */
  readonly lastDay?: string | undefined;
  /** By default `auto`. */
  readonly refund?: RefundExtent | undefined;
  /** Only computes the result, and changes nothing. */
  readonly preview?: boolean | undefined;
  readonly by: By;
}

/** Whether and how money is refunded. */
export type RefundMode =
  | 'none'
  /** The provider refunds the whole charge at the service's request. */
  | 'automatic'
  /** An operator makes the refund, because the provider has no refund call. */
  | 'manual'
  /** An operator makes the refund, because no provider refunds only a part of a payment by API. */
  | 'part'
  /** An operator checks the provider's website and makes the refund, because the provider is no longer configured. */
  | 'not_configured';

/** The effect of a cancellation or of its preview. */
export interface CancelledContract {
  readonly isPreview: boolean;
  readonly paymentId: string;
  readonly contract: Pick<Contract, 'policyNumber' | 'startDate'>;
  readonly terms: CancellationTerms;
  readonly premium: Quote['premium'];
  readonly charged: { readonly amount: number; readonly fees: number };
  readonly refundMode: RefundMode;
}

export type CancelContractError = InvalidRequest | ContractNotFound | ContractCancelled | CancellationRefusal;
type CancelContractDependencies = ContractRepositories &
  Pick<Dependencies, 'providers' | 'certificateAuthority' | 'clock' | 'ids' | 'trigger' | 'zone'>;

const RULES = {
  contractId: plainText,
  code: optional(oneOf(CANCELLATION_CODES)),
  why: shortText,
  lastDay: optional(calendarDate),
  refund: optional(oneOf(REFUND_EXTENTS)),
  preview: optional(flag),
  by: author,
} as const;

/**
 * An operator cancels a contract. The refund, if any, is added in the transaction of the cancellation. A contract that
 * has a certificate and has begun expires after its last day. Any other contract keeps its status for ever. An issued
 * certificate is annulled by the service or by an operator. Without a certificate, the service sends no new request,
 * but still polls a request in progress. A preview computes the same result, and changes nothing.
 */
export const cancelContract =
  ({ providers, certificateAuthority, clock, ids, trigger, zone, ...stores }: CancelContractDependencies) =>
  async (command: CancelContractCommand): Promise<Result<CancelledContract, CancelContractError>> => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { contractId, why, by, code, lastDay, refund: extent, preview } = checked.value;
    const isPreview = preview === true;
    const cancelled = await changeContract<ContractCancelled | CancellationRefusal, CancelledContract>(
      stores,
      contractId,
      async (tx, subject) => {
        const { contract, request } = subject;
        if (contract.cancelled) return Err({ code: 'contract_cancelled' });
        const now = clock.now();
        const { payment, quote } = await boughtBy(tx, subject);
        const terms = cancellationTerms(
          {
            ...{ contract, premium: quote.premium, coverage: quote.coverage, charge: payment },
            isCertified: request.status === 'issued',
          },
          { lastDay, refund: extent ?? 'auto' },
          dateOf(now, zone),
        );
        if (terms.isErr()) return terms;
        const { lastDay: last, refund: refunded } = terms.value;
        const refund = refunded && refundOfPayment(ids.next(), payment, refunded.amount, now);
        const result = {
          ...{ isPreview, paymentId: payment.id, contract, terms: terms.value, premium: quote.premium },
          charged: { amount: chargedAmount(payment), fees: payment.fees },
          refundMode: refund ? refundModeOf(providers, refund) : 'none',
        } as const;
        if (isPreview) return Ok(result);

        const entry = { at: now, why: { code: 'operator_decided', note: why } as const, by };
        const ended = {
          ...contract,
          endDate: last ?? contract.endDate,
          cancelled: { ...terms.value, at: now, code: code ?? 'other', reason: why },
          updated: now,
        };
        await tx.contracts.save(ended, { ...entry, evidence: { cancelled: why } });
        const withdrawn =
          request.status === 'issued'
            ? startAnnulment(request, certificateAuthority.capabilities.annul, coverEnds(last, zone) ?? now)
            : withdrawRequest(request, now).unwrap();
        await tx.certificateRequests.save(withdrawn, entry);
        if (refund) await addRefund(tx, refund, result.refundMode, { ...entry, note: why });
        return Ok(result);
      },
    );
    if (cancelled.isOk() && !isPreview) {
      trigger.fire('payments');
      trigger.fire('certificates');
    }
    return cancelled;
  };

/**
 * The last day of cover if the contract were cancelled now. Absent if the contract has not begun, is over, or has no
 * certificate.
 */
export const lastDayToday = async (
  { contractQueries, clock, zone }: Pick<CancelContractDependencies, 'contractQueries' | 'clock' | 'zone'>,
  contractId: string,
): Promise<{ readonly lastDay?: LocalDate }> => {
  const found = await contractQueries.inspect(contractId);
  const today = dateOf(clock.now(), zone);
  return found?.certificateRequest.status === 'issued' &&
    found.contract.startDate <= today &&
    today <= found.contract.endDate
    ? { lastDay: today }
    : {};
};

/** The end of the last day of cover; undefined if no day is covered. */
const coverEnds = (lastDay: LocalDate | null, zone: TimeZone): Instant | undefined =>
  lastDay === null ? undefined : startOfDay(addDays(lastDay, 1), zone);

const boughtBy = async (
  { payments, quotes }: Transaction,
  { contract: { companyId, paymentId, quoteId } }: CertificateSubject,
): Promise<{ readonly payment: OpenedPayment; readonly quote: Quote }> => {
  const payment = await payments.find(companyId, paymentId);
  const quote = await quotes.find(companyId, quoteId);
  if (!payment || !isOpened(payment) || !quote)
    throw new Error('a contract without its payment or quote cannot be cancelled');
  return { payment, quote };
};

const refundModeOf = (providers: Providers, { provider, isPart }: Refund): RefundMode => {
  if (isPart) return 'part';
  if (!providers.has(provider)) return 'not_configured';
  return providers.named(provider).capabilities.refund ? 'automatic' : 'manual';
};

/**
 * Adds the refund of a cancellation. No worker can call a provider that is no longer configured, so an operator makes
 * that provider's refunds.
 */
const addRefund = (
  { refunds }: Transaction,
  refund: Refund,
  mode: RefundMode,
  { note, ...entry }: AuditEntry & { readonly note: string },
): Promise<void> => {
  if (mode === 'part') return refunds.add(refund, { ...entry, why: { code: 'refund_in_part', note } });
  return mode === 'not_configured'
    ? refunds.add(handOverRefund(refund).unwrap(), { ...entry, why: { code: 'refund_handed_over', note } })
    : refunds.add(refund, entry);
};

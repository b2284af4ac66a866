import { makeDueNow, keepLateSession } from '../../domain/payment/payment.ts';
import type { Session } from '../../domain/payment/session.ts';
import { changedDifferences, type Difference } from '../../domain/statement/difference.ts';
import { statementCoverage, type Agreement, type DifferenceKind } from '../../domain/statement/match.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { unsearchableMinutes } from '../../ports/mobile-money.ts';
import type { ReferenceFacts } from '../../ports/statements.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant, LocalDate } from '../../shared/calendar.ts';
import { Ok } from '../../shared/result.ts';
import { recordDuplicates } from '../payment/record-opening.ts';
import { bookFees, unbookedFees, type UnbookedFee } from './book-fees.ts';
import { findingsIn } from './findings.ts';

export type ComparingDependencies = Pick<
  Dependencies,
  'statements' | 'unitOfWork' | 'providers' | 'clock' | 'ids' | 'zone' | 'trigger' | 'merchantFees' | 'errorReporter'
>;

/** The kinds of difference for which our records may lack money. The provider is searched only for these kinds. */
export const UNACCOUNTED: readonly DifferenceKind[] = ['missing_here', 'twice'];

/** References read by one query. */
const TOGETHER = 500;

/** Fees booked by one unit of work. */
const FEES_TOGETHER = 100;

/** Limits on a comparison's calls to a provider. */
export interface LookUpLimits {
  /** The maximum number of references for which the provider is searched; by default, none. */
  readonly asks?: number;
  /** Whether the process is closing, so that the searches must stop. If absent, the process counts as running. */
  readonly isClosed?: (() => boolean) | undefined;
}

/**
 * Compares statement and records under these references, and records new, changed and settled differences. Reads
 * without locks. If something changes, locks the quote and compares again. If our records lack money that is on the
 * statement, searches the provider for the paid session, so that the money is refunded. Searches for at most `asks`
 * references, and only while the provider answers. Books merchant fees. Returns which of the references are ours.
 */
export const compareWithRecords =
  (dependencies: ComparingDependencies) =>
  async (
    provider: string,
    references: readonly string[],
    { asks = 0, isClosed }: LookUpLimits = {},
  ): Promise<ReadonlySet<string>> => {
    const { statements, unitOfWork } = dependencies;
    const fees: UnbookedFee[] = [];
    const bookAll = async (): Promise<void> => {
      const some = fees.splice(0);
      if (some.length === 0) return;
      await unitOfWork.run<void, never>(async (tx) => Ok(await bookFees(tx, dependencies, some)));
    };
    const ours = new Set<string>();
    const agreement = await agreementWith(dependencies, provider);
    let left = asks;
    for await (const facts of factsUnder(statements, provider, references)) {
      ours.add(facts.reference);
      const { changes, unaccounted, unbooked } = compare(dependencies, provider, facts, agreement);
      if (fees.push(...unbooked) >= FEES_TOGETHER) await bookAll();
      const isAsked = unaccounted && left > 0 && isClosed?.() !== true;
      const said = isAsked ? await paidUnder(dependencies, provider, facts.reference) : [];
      const paid = said ?? [];
      // If the provider does not answer for one reference, no more references are searched for.
      if (isAsked) left = said ? left - 1 : 0;
      if (changes.length > 0 || paid.length > 0) await record(dependencies, { provider, facts, paid, agreement });
    }
    await bookAll();
    return ours;
  };

/** The facts under references of a provider, read in batches. */
export async function* factsUnder(
  statements: ComparingDependencies['statements'],
  provider: string,
  references: readonly string[],
): AsyncGenerator<ReferenceFacts, void, undefined> {
  for (let from = 0; from < references.length; from += TOGETHER)
    yield* await statements.facts(provider, references.slice(from, from + TOGETHER));
}

/** The agreed fee, and the days whose statement was read. The days of `alsoRead` are included. */
export const agreementWith = async (
  { statements, zone, merchantFees }: Pick<ComparingDependencies, 'statements' | 'zone' | 'merchantFees'>,
  provider: string,
  alsoRead: readonly LocalDate[] = [],
): Promise<Agreement> => ({
  feeBasisPoints: merchantFees?.[provider] ?? null,
  isOnStatement: statementCoverage(new Set([...(await statements.daysRead(provider)), ...alsoRead]), zone),
});

interface Comparing {
  readonly changes: readonly Difference[];
  readonly unaccounted: boolean;
  readonly unbooked: readonly UnbookedFee[];
}

const compare = (
  { clock, ids }: Pick<ComparingDependencies, 'clock' | 'ids'>,
  provider: string,
  facts: ReferenceFacts,
  agreement: Agreement,
): Comparing => {
  const findings = findingsIn(facts, agreement);
  const { companyId, reference: paymentId, differences } = facts;
  const about = { companyId, paymentId, provider, nextId: () => ids.next(), now: clock.now() };
  return {
    changes: changedDifferences(differences, findings, about),
    unbooked: unbookedFees(facts, findings),
    unaccounted: findings.some(
      ({ kind, line }) => line?.kind === 'payment' && UNACCOUNTED.some((each) => each === kind),
    ),
  };
};

/** The sessions under a reference that the provider reports as paid; undefined if the provider does not answer. */
const paidUnder = async (
  { providers }: Pick<ComparingDependencies, 'providers'>,
  provider: string,
  reference: string,
): Promise<readonly Session[] | undefined> => {
  if (!providers.has(provider)) return [];
  const gateway = providers.named(provider);
  if (unsearchableMinutes(gateway) !== undefined) return [];
  const said = await gateway.search(reference);
  if (said.outcome === 'done') return said.value.filter(({ state }) => state === 'paid');
  // An answer that cannot be understood concerns only this reference, so the search continues with the next reference.
  return said.outcome === 'unknown' && said.evidence === undefined ? undefined : [];
};

interface Compared {
  readonly provider: string;
  readonly facts: ReferenceFacts;
  readonly paid: readonly Session[];
  readonly agreement: Agreement;
}

const record = async (
  dependencies: ComparingDependencies,
  { provider, facts: { companyId, quoteId, reference }, paid, agreement }: Compared,
): Promise<void> => {
  const { unitOfWork, trigger } = dependencies;
  const hasChanged = await unitOfWork.run<boolean, never>(async (tx) => {
    await tx.quotes.lock(companyId, quoteId);
    const facts = await tx.statements.facts(companyId, provider, reference);
    if (!facts) return Ok(false);
    const { changes, unaccounted } = compare(dependencies, provider, facts, agreement);
    for (const difference of changes) await tx.statements.put(difference);
    return Ok(unaccounted && (await refundUnaccounted(tx, dependencies, facts, paid)));
  });
  if (hasChanged.unwrap()) trigger.fire('payments');
};

/**
 * Starts the refund of money that bought no contract, as for late money. A session that our records lack is recorded
 * with a failed payment. A session that our records contain is checked again. No provider reports two charges of one
 * session separately, so an operator must handle a second charge. Returns whether anything may have changed.
 */
const refundUnaccounted = async (
  tx: Transaction,
  { ids, clock }: Pick<ComparingDependencies, 'ids' | 'clock'>,
  { companyId, reference, payments, refunds }: ReferenceFacts,
  paid: readonly Session[],
): Promise<boolean> => {
  const now: Instant = clock.now();
  const refunded = new Set(refunds.map(({ sessionId }) => sessionId));
  let hasChanged = false;
  for (const session of paid) {
    const known = payments.find((each) => each.session?.id === session.id);
    const payment = await tx.payments.find(companyId, known?.id ?? reference);
    // A payment that is still opening is skipped: its own retry finds this session, and the payment may still succeed.
    if (!payment || payment.status === 'opening' || refunded.has(session.id)) continue;
    if (known && payment.status === 'succeeded') continue;
    const entry = { at: now, why: { code: 'money_on_statement' } } as const;
    if (known) await tx.payments.save(makeDueNow(payment, now), entry);
    else if (payment.session === null) await tx.payments.save(keepLateSession(payment, session, now), entry);
    else await recordDuplicates(tx, ids, payment, [session], now);
    hasChanged = true;
  }
  return hasChanged;
};

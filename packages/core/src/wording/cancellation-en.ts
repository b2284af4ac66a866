import type { CancelledContract, RefundMode } from '../use-cases/contract/cancel-contract.ts';
import { refundBasis, unlistedIn, type CancellationCode, type RefundExtent } from '../domain/contract/cancellation.ts';
import { spaced } from '../shared/money.ts';

export const CODES: Readonly<Record<CancellationCode, string>> = {
  withdrawal: 'the policyholder withdraws',
  sale: 'the vehicle is sold',
  total_loss: 'the vehicle is destroyed or stolen',
  duplicate: 'the vehicle is insured twice',
  error: 'the contract contains an error',
  other: 'another reason',
};

export const EXTENTS: Readonly<Record<RefundExtent, string>> = {
  auto: 'everything if there is no certificate or cover has not begun; otherwise the unused days, without fees',
  full: 'everything that was charged',
  none: 'nothing',
};

/** A cancellation and its computation. A preview lacks only the last line. */
export const cancelledInEnglish = ({
  isPreview,
  paymentId,
  contract,
  terms,
  premium,
  charged,
  refundMode,
}: CancelledContract): string => {
  const { all, unused } = refundBasis(terms, contract, charged.amount);
  const { lastDay, soldUntil, refund } = terms;
  const unlisted = unlistedIn(premium, { ...charged, amount: charged.amount - charged.fees }, refund);
  return [
    `Contract ${contract.policyNumber}, ${contract.startDate} to ${soldUntil} (${all} days)`,
    lastDay === null ? 'Last day of cover: none' : `Last day of cover: ${lastDay} (${unused} unused days)`,
    ...premium.lines.map(({ label, amount }, at) => refundedOf(label, refund?.lines[at] ?? 0, amount)),
    ...(unlisted ? [refundedOf('Difference from the imported premium', unlisted.refunded, unlisted.charged)] : []),
    refundedOf('Fee for the provider’s service', refund?.fees ?? 0, charged.fees),
    refundedOf('Refund', refund?.amount ?? 0, charged.amount),
    NEXT[refundMode](paymentId),
    ...(isPreview ? [] : ['The contract is cancelled.']),
  ].join('\n');
};

const refundedOf = (label: string, refunded: number, amount: number): string =>
  `${label}: ${spaced(refunded)} of ${spaced(amount)} F CFA`;

const NEXT: Readonly<Record<RefundMode, (paymentId: string) => string>> = {
  none: () => 'Nothing is refunded.',
  automatic: (id) =>
    `The provider refunds the payment automatically: \`payment show ${id}\` shows the state of the refund.`,
  manual: (id) =>
    `The provider does not offer refunds by API. If its website shows that the money was already refunded, transfer nothing and run \`payment refunded ${id} --reference … --why … --on-pages\`. Otherwise transfer the money to the payer, then run the same command without --on-pages. Until then, the refund is an action item.`,
  part: (id) =>
    `The provider refunds only whole payments. Transfer this amount to the payer, then run \`payment refunded ${id} --reference … --why …\`. Until then, the refund is an action item.`,
  not_configured: (id) =>
    `The provider is no longer configured. Check on the provider’s website that nothing was refunded. Then transfer the money to the payer and run \`payment refunded ${id} --reference … --why … --unanswered\`. Until then, the refund is an action item.`,
};

import { inEnglish, type InvalidRequest, type NothingToSettle, type Problem } from '@vehicle-insurance/core';

/** Throws an error with a message in one line that says what to do. */
export const refuse = (line: string): never => {
  throw new Error(line);
};

const WORDS = {
  company_not_found: 'There is no such company. `company list` lists all companies.',
  company_name_taken: 'There is already a company with this name. Choose another name.',
  key_not_found: 'There is no such key. `key list COMPANY` lists the keys of a company.',
  key_ambiguous:
    'This is only the beginning of a display prefix. Give the whole prefix or the id; `key list COMPANY` shows both.',
  vehicle_not_found: 'There is no such vehicle. Check the id.',
  contract_not_found: 'There is no such contract. `contract list` lists the latest.',
  contract_cancelled:
    'The contract was cancelled: it gets no certificate and is refunded. `contract show` shows when and why.',
  certificate_number_issued:
    'The authority issued this certificate on our request. Only its addresses can be corrected, under the same number.',
  certificate_issued:
    'Its certificate is issued. Only a contract without a certificate can be cancelled. `contract show` shows the certificate.',
  payment_not_found: 'There is no such payment. `payment list` lists the latest.',
  payment_still_opening: 'The payment is still being opened, which takes less than a minute. Try again then.',
  refund_not_found:
    'The payment has no open refund. `payment list --refund due` and `payment list --refund manual` list open refunds.',
  refund_under_way: 'A refund request to the provider is in progress. Check it with `payment show` in a minute.',
  refund_must_be_asked:
    '--unasked is allowed only after a restore, while payments are paused and no worker has run since the minute before the pause. Stop the workers, then pause payments (docs/restore.md), or omit --unasked.',
  refund_uncertain:
    'Nothing was recorded, because the provider does not report whether it has refunded the payment, or is no longer configured. Do not transfer the money. Check the session on the provider’s website, or try again later. Repeat this with --unanswered only if the website shows no refund.',
  refund_open:
    'A refund is still open under this payment’s reference, and the money that left the account may be that refund. `payment list --refund due` and `payment list --refund manual` list open refunds. If it is that refund, run `payment refunded ID --reference … --note … --on-pages`. Otherwise make the open refund first.',
  item_not_listed: 'There is no such action item. `work status` lists them.',
  difference_not_open: 'There is no such open discrepancy. `statement differences` lists them.',
  item_changed: 'The problem has recurred, and nothing was dismissed. `work status` shows it.',
  difference_changed: 'The discrepancy has changed, and nothing was explained. `statement differences` shows it.',
  document_missing: 'The document’s file is no longer in the document store.',
  storage_unavailable: 'The document store is unavailable. Try again later.',
} as const;

/** A use case's refusal. The compiler requires a text above for each code without details. */
type Failure =
  | { readonly code: keyof typeof WORDS }
  | InvalidRequest
  | NothingToSettle
  | { readonly code: 'illegal_transition'; readonly machine: string; readonly from: string }
  | { readonly code: 'certificate_not_ours'; readonly why: Problem };

/** The message for a use case's refusal, with what to do next. */
export const inWords = (failure: Failure): string => {
  switch (failure.code) {
    case 'invalid_request':
      return `${failure.details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
    case 'illegal_transition':
      return `The ${failure.machine} is ${failure.from} already, and nothing was changed. \`show\` prints its history.`;
    case 'certificate_not_ours':
      return `That certificate is not this contract’s: ${inEnglish(failure.why)}. Nothing was changed.`;
    case 'nothing_to_settle': {
      const others = failure.ofPayments.map((id) => ` Payment ${id} has one under the same reference: use that id.`);
      return `This payment has nothing to settle in that way, or it is booked already. Record a transfer with \`payment refunded\` before you settle it, and only if you made it. \`payment show\` and \`statement differences\` show the facts.${others.join('')}`;
    }
    default:
      return WORDS[failure.code];
  }
};

import { inEnglish, type InvalidRequest, type NothingToSettle, type Problem } from '@vehicle-insurance/core';

/** Throws an error that an operator can act on, in one line. */
export const refuse = (line: string): never => {
  throw new Error(line);
};

const WORDS = {
  company_not_found: 'There is no such company. `company list` shows them all.',
  company_name_taken: 'There is a company of this name. Choose another name.',
  key_not_found: 'There is no such key. `key list COMPANY` shows a company’s keys.',
  key_ambiguous:
    'That is only the beginning of a display prefix. Give the whole prefix or the id; `key list COMPANY` shows both.',
  vehicle_not_found: 'There is no such vehicle. Check the id.',
  contract_not_found: 'There is no such contract. `contract list` shows the latest.',
  contract_cancelled:
    'The contract was cancelled: it gets no certificate, and its money goes back. `contract show` says when and why.',
  certificate_number_issued:
    'The authority itself issued this certificate: only its addresses can be corrected, under the same number.',
  certificate_issued:
    'Its certificate is issued: only what has no certificate can be cancelled. `contract show` says which it is.',
  payment_not_found: 'There is no such payment. `payment list` shows the latest.',
  payment_still_opening: 'It is still being opened, which ends by itself within a minute. Try again then.',
  refund_not_found:
    'Nothing that was paid there has to go back. `payment list --refund due` and `--refund manual` show where something has.',
  refund_under_way: 'The provider is just being asked to give it back. Look with `payment show` in a minute.',
  refund_must_be_asked:
    'only after a restore, while payments are paused and no worker has run since the minute before the pause: stop the workers, then pause payments (docs/operations.md), or leave out --unasked',
  refund_uncertain:
    'The provider does not say whether it has given the money back, or is not configured any more, so nothing was recorded. Do not transfer: look at the session on its own pages, or try again later. Only when those pages show no refund, repeat this with --unanswered.',
  refund_open:
    'Money has yet to go back under this payment’s reference, and what left the account may be that. `payment list --refund due` and `--refund manual` show whose refund is open. If what left is that one: `payment refunded ID --reference … --note … --on-pages`. If not: give it back first.',
  item_not_listed: 'Nothing of this is on the list. `work status` shows what is.',
  difference_not_open: 'There is no such difference that is open. `statement differences` shows them.',
  item_changed: 'Its problem has begun anew. `work status` shows it.',
  difference_changed: 'The difference says something else by now. `statement differences` shows it.',
  document_missing: 'The document’s file is not in the store any more.',
  storage_unavailable: 'The store of documents does not answer. Try again later.',
} as const;

/** A use case's refusal. One that its code alone describes has words above, or does not compile. */
type Failure =
  | { readonly code: keyof typeof WORDS }
  | InvalidRequest
  | NothingToSettle
  | { readonly code: 'illegal_transition'; readonly machine: string; readonly from: string }
  | { readonly code: 'certificate_not_ours'; readonly why: Problem };

/** A use case's refusal in words, with what to do next. */
export const inWords = (failure: Failure): string => {
  switch (failure.code) {
    case 'invalid_request':
      return `${failure.details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
    case 'illegal_transition':
      return `The ${failure.machine} is ${failure.from} already: nothing was changed. \`show\` tells how it came to that.`;
    case 'certificate_not_ours':
      return `That certificate is not this contract’s: ${inEnglish(failure.why)}. Nothing was changed.`;
    case 'nothing_to_settle': {
      const others = failure.ofPayments.map((id) => ` There is of ${id}, under the same reference: name that one.`);
      return `Nothing of this payment is of that kind, or it is booked already. A transfer that is to be settled is recorded first, with \`payment refunded\`, and only if it was made. \`payment show\` and \`statement differences\` tell what there is.${others.join('')}`;
    }
    default:
      return WORDS[failure.code];
  }
};

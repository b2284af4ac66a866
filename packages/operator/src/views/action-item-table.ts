import { inEnglish, type ActionItem, type ActionItemKind, type DescribeSubjects } from '@vehicle-insurance/core';
import { table } from '../command-output.ts';

/** Each kind in words, with the commands that resolve it. docs/morning.md explains the kinds. */
const WORDS: Readonly<Record<ActionItemKind, string>> = {
  payment_past_window: 'payment past its window and not settled: payment show, payment close',
  credentials_refused: 'authority rejects our credentials: correct AUTHORITY_APPLICANT_CODE and AUTHORITY_ACCESS_CODE',
  certificate_not_ours:
    'certificate that does not belong to the contract: ask the authority, certificate retry or attach',
  certificate_after_cancel:
    'certificate that arrived after the cancellation: unless it belongs to another contract, have it withdrawn',
  contract_past_last_day: 'contract past its last day without a certificate: contract show, certificate attach',
  cover_without_certificate: 'cover has begun, no certificate yet: contract show, ask the authority',
  session_not_known: 'payment whose session the provider does not know: payment show, ask the provider',
  payment_unreadable: 'closed payment, no response or a debit in progress for an hour: payment show, ask the provider',
  certificate_of_another_contract:
    'vehicle covered by another contract: ask the client which to keep, certificate retry or contract cancel',
  certificate_without_look_up:
    'certificate requested, response lost: contract show, ask the authority, certificate attach',
  certificate_failed: 'certificate permanently refused: certificate retry or attach, contract cancel',
  certificate_late: 'certificate pending for over an hour: contract show, certificate retry',
  certificate_not_annulled: 'certificate of a cancelled contract still valid: have it annulled, certificate annulled',
  request_left_open:
    'open request no longer needed: unless it led to the attached certificate, have the authority cancel it',
  overlapping_cover: 'vehicle insured twice for some days: ask the client, work dismiss',
  refund_manual: 'refund that must be made by hand: payment refunded',
  refund_failing: 'refund that the provider has not made yet: payment show',
  other_currency: 'money in another currency, refunded and not in the books: payment show, work dismiss',
  statement_differs: 'statement and records differ: statement differences, statement explain',
  document_late: 'document of an issued certificate missing for an hour: contract show',
};

/** The action items as a table, in the given order, with the policyholder, plate and amount of each, if known. */
export const actionItemTable = async (describe: DescribeSubjects, items: readonly ActionItem[]): Promise<string> => {
  const known = await describe(items.map(({ id }) => id));
  return table(
    ['ACTION REQUIRED', 'ID', 'HOLDER', 'PLATE', 'FRANCS', 'COMPANY', 'SINCE', 'NEXT ATTEMPT', 'REASON'],
    items.map(({ kind, id, companyName, since, nextTry, why }) => {
      const subject = known.get(id);
      return [
        WORDS[kind],
        id,
        subject?.policyholder ?? null,
        subject?.licencePlate ?? null,
        subject?.amount ?? null,
        companyName,
        since,
        nextTry,
        why && inEnglish(why),
      ];
    }),
  );
};

export const itemsNotListed = (items: readonly ActionItem[]): readonly string[] =>
  [...Map.groupBy(items, ({ kind }) => kind)].flatMap(([kind, same]) => {
    const total = same[0]?.total ?? 0;
    return total > same.length ? [`${kind}: ${same.length} of ${total} are listed.`] : [];
  });

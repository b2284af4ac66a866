import type { FailureReason } from '@vehicle-insurance/core';
import { fieldsOf, textIn } from '../http/fields.ts';

/** The payment was created: there is an address for its payer. */
export const CREATED = '201';

/** The check found the transaction, and it is paid. */
export const SUCCESS = '00';

/**
 * Codes by which CinetPay says that it did not even try: a field is missing or wrong, the key or the site is none of
 * its own. Integrations agree on these three; any other code may come when a transaction exists already.
 */
const NOTHING_CREATED = ['608', '609', '613'];

/** Whether a good answer to an opening says that certainly nothing was opened. */
export const saysNothingCreated = (answer: unknown): boolean => NOTHING_CREATED.includes(codeIn(answer) ?? '');

/** Why a transaction was refused. Public material tells one reason from all others. */
export const failureReasonOf = (answer: unknown): FailureReason =>
  codeIn(answer) === '602' ? 'insufficient_funds' : 'declined';

/**
 * Whether the check says that it knows no such transaction. How it says so is documented nowhere: this is our own
 * assumption, and the only place that holds it. Where it is wrong, a lost opening is asked about for longer. The
 * opposite would end a watch while there may be money: so it takes a code, as everything has that CinetPay itself
 * answers, and it is the transaction that is missing, and not the merchant, the means of payment or the address.
 */
export const saysNoTransaction = (answer: unknown): boolean => {
  const fields = fieldsOf(answer);
  const isEmpty = Object.keys(fieldsOf(fields['data'])).length === 0;
  const words = `${textIn(fields, 'message') ?? ''}. ${textIn(fields, 'description') ?? ''}`;
  const isCinetPays = codeIn(answer) !== null && !saysNothingCreated(answer);
  return isEmpty && isCinetPays && /transaction[^.]*(not.?found|introuvable)/i.test(words);
};

/** The result code, which comes as a text or as a number. */
export const codeIn = (answer: unknown): string | null => {
  const { code } = fieldsOf(answer);
  return typeof code === 'number' ? String(code) : textIn({ code }, 'code');
};

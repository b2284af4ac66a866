import type { FailureReason } from '@vehicle-insurance/core';
import { fieldsOf, textIn } from '@vehicle-insurance/http-client';

/** The payment was created and has an address for its payer. */
export const CREATED = '201';

/** The check found the transaction, and it is paid. */
export const SUCCESS = '00';

/**
 * Codes by which CinetPay says that it created nothing: a field is missing or wrong, or it does not know the key or the
 * site. Integrations agree on these three; with any other code a transaction may exist.
 */
const NOTHING_CREATED = ['608', '609', '613'];

/** Whether an answer to an opening says that certainly nothing was opened. */
export const saysNothingCreated = (answer: unknown): boolean => NOTHING_CREATED.includes(codeIn(answer) ?? '');

const FAILED_TRY_CODES = ['600', '602', '604', '625'];

/** Whether the code of a check means a failed try, also if the answer has no status or a new one. */
export const isFailedTryCode = (code: string | null): boolean => code !== null && FAILED_TRY_CODES.includes(code);

/** Why a transaction was refused. Public material distinguishes only one reason from all others. */
export const failureReasonOf = (answer: unknown): FailureReason =>
  codeIn(answer) === '602' ? 'insufficient_funds' : 'declined';

/**
 * Whether the check says that there is no such transaction. How it says so is not documented: this is our own
 * assumption, and the only code that contains it. If it misses such answers, a lost opening is checked for longer; if
 * it took others for one, checking would end although money may have been taken. So it asks for a code, as every answer
 * of CinetPay itself has, and for words that say the transaction is missing, and not the merchant, the means of payment
 * or the address.
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

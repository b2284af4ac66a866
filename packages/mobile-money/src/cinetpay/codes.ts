import type { FailureReason } from '@vehicle-insurance/core';
import { fieldsOf, textIn } from '@vehicle-insurance/http-client';

export const CREATED = '201';

export const SUCCESS = '00';

/**
 * CinetPay created nothing: a field is missing or wrong, or the key or the site is unknown. Existing integrations agree
 * on these three codes. With any other code, a transaction may exist.
 */
const NOTHING_CREATED = ['608', '609', '613'];

/** Whether the response to an opening shows that CinetPay certainly opened nothing. */
export const isOpeningRefused = (body: unknown): boolean => NOTHING_CREATED.includes(codeIn(body) ?? '');

const FAILED_TRY_CODES = ['600', '602', '604', '625'];

/** Whether the code of a check means a failed attempt, even if the status is missing or unknown. */
export const isFailedTryCode = (code: string | null): boolean => code !== null && FAILED_TRY_CODES.includes(code);

/** Why a transaction was refused. Public material distinguishes only insufficient funds from all other reasons. */
export const failureReasonOf = (body: unknown): FailureReason =>
  codeIn(body) === '602' ? 'insufficient_funds' : 'declined';

/**
 * Whether the check reports that no such transaction exists. CinetPay does not document this response, so the function
 * relies on an assumption. A missed report only means that the service checks a lost opening for longer. A false report
 * would end the checks although CinetPay may have taken money. So the response must have a code, like every response of
 * CinetPay. The response's words must call the transaction missing, not the merchant, the means of payment or the
 * address.
 */
export const isUnknownTransaction = (body: unknown): boolean => {
  const fields = fieldsOf(body);
  const isEmpty = Object.keys(fieldsOf(fields['data'])).length === 0;
  const words = `${textIn(fields, 'message') ?? ''}. ${textIn(fields, 'description') ?? ''}`;
  const isCinetPays = codeIn(body) !== null && !isOpeningRefused(body);
  return isEmpty && isCinetPays && /transaction[^.]*(not.?found|introuvable)/i.test(words);
};

export const codeIn = (body: unknown): string | null => {
  const { code } = fieldsOf(body);
  return typeof code === 'number' ? String(code) : textIn({ code }, 'code');
};

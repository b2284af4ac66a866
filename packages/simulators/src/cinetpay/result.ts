import type { TryError } from '../mobile-money/scripts.ts';

/** A result of CinetPay. Only `code` is significant, not the HTTP status. */
export interface CinetPayResult {
  readonly code: string;
  readonly message: string;
  readonly description?: string;
  readonly data?: unknown;
}

/** All results by purpose. CinetPay publishes their codes, except the code for a missing payment, which we guess. */
export const RESULTS = {
  created: { code: '201', message: 'CREATED' },
  paid: { code: '00', message: 'SUCCES' },
  waiting: { code: '662', message: 'WAITING_CUSTOMER_PAYMENT' },
  cancelled: { code: '627', message: 'TRANSACTION_CANCEL' },
  failed: { code: '600', message: 'PAYMENT_FAILED' },
  poor: { code: '602', message: 'INSUFFICIENT_BALANCE' },
  badField: { code: '608', message: 'MINIMUM_REQUIRED_FIELDS' },
  badKey: { code: '609', message: 'AUTH_NOT_FOUND' },
  badSite: { code: '613', message: 'ERROR_SITE_ID_NOTVALID' },
  double: { code: '620', message: 'ERROR_DOUBLE_PAYMENT' },
  broken: { code: '624', message: 'UNKNOWN_ERROR' },
  none: { code: '404', message: 'TRANSACTION_NOT_FOUND' },
} as const satisfies Readonly<Record<string, CinetPayResult>>;

/** CinetPay reports only one specific reason for a failed attempt: insufficient funds. */
export const resultOfTry = (failure: TryError): CinetPayResult =>
  failure === 'insufficient-funds' ? RESULTS.poor : RESULTS.failed;

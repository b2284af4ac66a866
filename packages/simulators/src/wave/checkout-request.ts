import type { CheckoutRequest } from './session.ts';

/** One fault of a request, in Wave's format. */
export interface RequestFault {
  readonly loc: readonly [string, string];
  readonly msg: string;
  readonly type: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => string | undefined;

/** The rule of each field. A check returns a message, or undefined if the field is valid. */
const CHECKS: Readonly<Record<keyof CheckoutRequest, Check>> = {
  amount: (value) =>
    matches(value, /^[1-9]\d{0,12}$/) ? undefined : 'Send a whole number of francs, above zero, as a string.',
  currency: (value) => (value === 'XOF' ? undefined : 'Send XOF.'),
  success_url: (value) => (isHttps(value) ? undefined : 'Send an https URL.'),
  error_url: (value) => (isHttps(value) ? undefined : 'Send an https URL.'),
  client_reference: optional((value) =>
    typeof value === 'string' && value.length <= 255 ? undefined : 'Send a string of at most 255 characters.',
  ),
  restrict_payer_mobile: optional((value) =>
    matches(value, /^\+[1-9]\d{6,14}$/) ? undefined : 'Send a phone number in E.164 form, such as +2250700000000.',
  ),
};

/** Reads a merchant's request, or returns all of its faults. Ignores unknown fields. */
export const checkoutRequest = (body: Fields): CheckoutRequest | readonly RequestFault[] => {
  const faults = Object.entries(CHECKS).flatMap(([field, check]) => {
    const msg = check(body[field]);
    return msg === undefined ? [] : [fault(field, msg)];
  });
  if (faults.length > 0) return faults;
  const given = Object.keys(CHECKS).flatMap((field) => (isGiven(body[field]) ? [[field, body[field]] as const] : []));
  return Object.fromEntries(given) as unknown as CheckoutRequest;
};

export const fault = (field: string, msg: string): RequestFault => ({ loc: ['body', field], msg, type: 'value_error' });

function optional(check: Check): Check {
  return (value) => (isGiven(value) ? check(value) : undefined);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const matches = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

const isHttps = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:';

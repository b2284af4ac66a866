import type { PaymentRequest } from './transaction.ts';

type Fields = Readonly<Record<string, unknown>>;

const LEAST = 100;
const STEP = 5;

/** Reads a merchant's request, or returns its first fault. Ignores unknown fields. */
export const paymentRequest = (body: Fields): PaymentRequest | string => {
  const { transaction_id, amount, currency, description, notify_url, return_url, channels } = body;
  const { lock_phone_number: isLocked, customer_phone_number: mobile } = body;
  if (!isText(transaction_id)) return 'transaction_id: send your own reference.';
  if (!isAmount(amount)) return `amount: send a whole number of francs, at least ${LEAST} and a multiple of ${STEP}.`;
  if (currency !== 'XOF') return 'currency: send XOF.';
  if (!isText(description) || /[#/$_&]/.test(description)) return 'description: send words without #, /, $, _ or &.';
  if (!isWebAddress(notify_url)) return 'notify_url: send a complete URL.';
  if (!isWebAddress(return_url)) return 'return_url: send a complete URL.';
  if (channels !== 'ALL' && channels !== 'MOBILE_MONEY') return 'channels: send MOBILE_MONEY.';
  if (isLocked === true && !isMobile(mobile))
    return 'customer_phone_number: send the number to lock, as +2250700000000.';
  const request = { transaction_id, amount, currency, description, notify_url, return_url } as const;
  return isLocked === true ? { ...request, customer_phone_number: String(mobile) } : request;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 255;

const isAmount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= LEAST && Number(value) % STEP === 0;

const isMobile = (value: unknown): boolean => isText(value) && /^\+[1-9]\d{6,14}$/.test(value);

const isWebAddress = (value: unknown): value is string =>
  isText(value) && /^https?:$/.test(URL.parse(value)?.protocol ?? '');

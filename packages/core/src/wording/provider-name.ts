const NAMES = new Map([
  ['wave', 'Wave'],
  ['cinetpay', 'CinetPay'],
]);

/** The usual name of a mobile-money provider. A name without an entry here is returned as it is. */
export const providerName = (provider: string): string => NAMES.get(provider) ?? provider;

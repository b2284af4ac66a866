const NAMES = new Map([
  ['wave', 'Wave'],
  ['cinetpay', 'CinetPay'],
]);

/** A mobile-money provider as people know it; one of an embedder's own, as it is configured. */
export const providerName = (provider: string): string => NAMES.get(provider) ?? provider;

const NAMES = new Map([
  ['wave', 'Wave'],
  ['cinetpay', 'CinetPay'],
]);

/** The name of a mobile-money provider as people know it; of an embedder's own provider, as it is configured. */
export const providerName = (provider: string): string => NAMES.get(provider) ?? provider;

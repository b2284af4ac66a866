const NAMES = new Map([
  ['wave', 'Wave'],
  ['cinetpay', 'CinetPay'],
]);

/** The usual name of a mobile-money provider; for an embedder's own provider, the configured name. */
export const providerName = (provider: string): string => NAMES.get(provider) ?? provider;

import type { MobileMoney, Providers } from '@vehicle-insurance/core';
import { cinetpayMobileMoney, waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import type { Variables } from '../configuration/variables.ts';
import type { Surroundings } from './surroundings.ts';

/** The gateways to the providers this deployment reaches: the one that opens new payments, and the others. */
export interface MobileMoneyGateways {
  readonly mobileMoney: MobileMoneyGateway;
  readonly otherMobileMoney: readonly MobileMoneyGateway[];
}

/** Every provider that is configured, for a payment stays with the one it was opened with. */
export const mobileMoneyGateways = (
  { MOBILE_MONEY }: Pick<Variables, 'MOBILE_MONEY'>,
  { baseUrl, wave, cinetpay }: Pick<Surroundings, 'baseUrl' | 'wave' | 'cinetpay'>,
): MobileMoneyGateways => {
  const reached = [
    ...(wave ? [waveGateway(wave)] : []),
    ...(cinetpay ? [cinetpayGateway(cinetpay, `${baseUrl}/notifications/cinetpay`)] : []),
  ];
  const mobileMoney = reached.find(({ provider }) => provider === MOBILE_MONEY);
  if (!mobileMoney) throw new Error(`MOBILE_MONEY names ${MOBILE_MONEY}, of which nothing else is set: set it.`);
  return { mobileMoney, otherMobileMoney: reached.filter((gateway) => gateway !== mobileMoney) };
};

const waveGateway = ({ url, successUrl, errorUrl, ...account }: NonNullable<Surroundings['wave']>) =>
  waveMobileMoney({ baseUrl: url, returnUrls: { success: successUrl, error: errorUrl }, ...account });

const cinetpayGateway = ({ url, ...account }: NonNullable<Surroundings['cinetpay']>, notifyUrl: string) =>
  cinetpayMobileMoney({ baseUrl: url, notifyUrl, ...account });

/** Refuses to begin without a provider that a payment or refund still needs: nobody would ask there, or give back. */
export const refuseWithout = (inUse: readonly string[], reached: readonly MobileMoney[]): void => {
  const missing = inUse.filter((name) => reached.every(({ provider }) => provider !== name));
  if (missing.length === 0) return;
  const variables = missing.map((name) => `${name.toUpperCase()}_…`).join(' and ');
  throw new Error(
    `Payments opened with ${missing.join(' and ')} are still asked about or refunded there. Set ${variables} again, whichever provider opens new ones.`,
  );
};

/** The providers a payment can have been opened with, and the one that opens new ones. */
export const providersOf = (opening: MobileMoney, others: readonly MobileMoney[] = []): Providers => {
  const known = new Map([opening, ...others].map((gateway) => [gateway.provider, gateway]));
  return {
    opening,
    named: (provider) => {
      const gateway = known.get(provider);
      if (!gateway)
        throw new Error(`No mobile-money provider called ${provider} is configured, and payments were opened with it.`);
      return gateway;
    },
    has: (provider) => known.has(provider),
  };
};

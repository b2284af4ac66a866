import { PROVIDERS, type MobileMoney, type Providers } from '@vehicle-insurance/core';
import { cinetpayMobileMoney, waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import type { Variables } from '../configuration/variables.ts';
import type { Infrastructure } from './infrastructure.ts';
import { ownGateway } from './own-adapters.ts';

/**
 * The gateways to all configured providers. The first gateway opens new payments. A payment stays with the provider
 * that opened it.
 */
export const mobileMoneyGateways = (
  { MOBILE_MONEY }: Pick<Variables, 'MOBILE_MONEY'>,
  { baseUrl, wave, cinetpay, adapters }: Pick<Infrastructure, 'baseUrl' | 'wave' | 'cinetpay' | 'adapters'>,
): readonly [MobileMoneyGateway, ...MobileMoneyGateway[]] => {
  const reached = [
    ...(wave ? [waveGateway(wave)] : []),
    ...(cinetpay ? [cinetpayGateway(cinetpay, `${baseUrl}/notifications/cinetpay`)] : []),
    ...(adapters?.providers ?? []).map(ownGateway),
  ];
  const [twice] = reached.filter(({ provider }, at) => reached.findIndex((each) => each.provider === provider) !== at);
  if (twice) throw new Error(`Two providers are named ${twice.provider}. Payments keep the name, so choose another.`);
  const endless = reached.find(({ capabilities: { search } }) => search !== true && !(search?.lifeMinutes > 0));
  if (endless)
    throw new Error(
      `The gateway ${endless.provider} must declare \`search: true\`, or \`search: { lifeMinutes }\` with the minutes for which its pages can be paid. Otherwise a quote whose payment was lost could never be paid again.`,
    );
  const opening = reached.find(({ provider }) => provider === MOBILE_MONEY);
  if (!opening)
    throw new Error(
      `MOBILE_MONEY is ${MOBILE_MONEY}, but none of that provider’s variables is set: see docs/configuration.md.`,
    );
  return [opening, ...reached.filter((gateway) => gateway !== opening)];
};

const waveGateway = ({ url, successUrl, errorUrl, ...account }: NonNullable<Infrastructure['wave']>) =>
  waveMobileMoney({ baseUrl: url, returnUrls: { success: successUrl, error: errorUrl }, ...account });

const cinetpayGateway = ({ url, ...account }: NonNullable<Infrastructure['cinetpay']>, notifyUrl: string) =>
  cinetpayMobileMoney({ baseUrl: url, notifyUrl, ...account });

/** Throws if a provider is missing that an unfinished payment or refund still needs. */
export const refuseWithout = (inUse: readonly string[], reached: readonly MobileMoney[]): void => {
  const missing = inUse.filter((name) => reached.every(({ provider }) => provider !== name));
  if (missing.length === 0) return;
  const builtIn: readonly string[] = PROVIDERS;
  const remedies = missing.map((name) =>
    builtIn.includes(name) ? `set ${name.toUpperCase()}_…` : `pass the gateway ${name} to createService`,
  );
  const [first = '', ...more] = remedies;
  const remedy = [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...more].join(' and ');
  throw new Error(
    `Some payments opened with ${missing.join(' and ')} still have to be checked or refunded there. ${remedy} again, even if another provider opens new payments.`,
  );
};

/** The providers that may have opened a payment. The first provider opens new payments. */
export const providersOf = (gateways: readonly [MobileMoney, ...MobileMoney[]]): Providers => {
  const known = new Map(gateways.map((gateway) => [gateway.provider, gateway]));
  return {
    opening: gateways[0],
    named: (provider) => {
      const gateway = known.get(provider);
      if (!gateway)
        throw new Error(`The mobile-money provider ${provider} is not configured, but payments were opened with it.`);
      return gateway;
    },
    has: (provider) => known.has(provider),
  };
};

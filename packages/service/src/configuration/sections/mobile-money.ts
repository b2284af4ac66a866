import { isLiveProvider } from '../addresses.ts';
import { section } from '../section.ts';
import { oneOf, type Variable } from '../variable.ts';

/** The known providers, by their names in configuration and records. */
export const PROVIDERS = ['wave', 'cinetpay'] as const;

/** Who takes the payers' money. */
export const MOBILE_MONEY = section({
  title: 'Mobile money',
  properties: {
    MOBILE_MONEY: oneOf(
      'Which provider opens new payments. Payments it did not open stay with theirs: leave that one configured.',
      PROVIDERS,
    ),
  },
});

/**
 * Whether a provider is used: it opens new payments, or any of its variables is set, for payments it has opened.
 * Defaults do not count.
 */
export const isUsed =
  (provider: (typeof PROVIDERS)[number], properties: Readonly<Record<string, Variable>>) =>
  (given: Readonly<Record<string, unknown>>): boolean =>
    given['MOBILE_MONEY'] === provider ||
    Object.entries(properties).some(([name, { default: usual }]) => usual === undefined && given[name] !== undefined);

/** The provider's share of each payment by its contract with us: a statement with another fee is an action item. */
export const merchantShare = (name: string) =>
  ({
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    description: `Share that ${name} keeps of each payment by its contract: 100 is 1 %. A statement with another fee is an action item. Default: fees are not compared.`,
  }) as const;

/** Why a sandbox must not use this address of a provider, if it moves real money there. */
export const liveProvider =
  (name: string) =>
  (given: Readonly<Record<string, unknown>>): readonly string[] => {
    const address = given[name];
    return given['ENVIRONMENT'] === 'sandbox' && typeof address === 'string' && isLiveProvider(address)
      ? [
          `${name} leads to a provider's live service, where real money moves. A sandbox has a simulator: remove ${name}, or set ENVIRONMENT.`,
        ]
      : [];
  };

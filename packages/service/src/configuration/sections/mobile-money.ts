import { PROVIDERS } from '@vehicle-insurance/core';
import { isLiveProvider } from '../addresses.ts';
import { section } from '../section.ts';
import { text, type Variable } from '../variable.ts';

/** The mobile-money providers. */
export const MOBILE_MONEY = section({
  title: 'Mobile money',
  properties: {
    MOBILE_MONEY: text(
      'The provider that opens new payments: `wave`, `cinetpay`, or one that your own program adds. Older payments stay with their provider, which must stay configured.',
      { default: PROVIDERS[0] },
    ),
  },
  invalid: ({ MOBILE_MONEY: chosen }, { providers }) => {
    const known: readonly string[] = [...PROVIDERS, ...providers];
    return chosen === undefined || known.includes(chosen) ? [] : [`MOBILE_MONEY must be one of ${known.join(', ')}.`];
  },
});

/**
 * Whether a provider is used: it opens new payments, or one of its variables is set because it opened earlier payments.
 * Defaults do not count.
 */
export const isUsed =
  (provider: (typeof PROVIDERS)[number], properties: Readonly<Record<string, Variable>>) =>
  (given: Readonly<Record<string, unknown>>): boolean =>
    given['MOBILE_MONEY'] === provider ||
    Object.entries(properties).some(([name, { default: usual }]) => usual === undefined && given[name] !== undefined);

/**
 * The provider's share of each payment under its agreement with us. A different fee on a statement becomes an action
 * item.
 */
export const merchantShare = (name: string) =>
  ({
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    description: `Share of each payment that ${name} keeps under its agreement with you: 100 is 1 %. A different fee on a statement becomes an action item. Default: fees are not compared.`,
  }) as const;

/** Why a sandbox must not use this address of a provider, if it moves real money there. */
export const liveProvider =
  (name: string) =>
  (given: Readonly<Record<string, unknown>>): readonly string[] => {
    const address = given[name];
    return given['ENVIRONMENT'] === 'sandbox' && typeof address === 'string' && isLiveProvider(address)
      ? [
          `${name} leads to a provider's live service, which moves real money. A sandbox has a simulator: remove ${name}, or set ENVIRONMENT.`,
        ]
      : [];
  };

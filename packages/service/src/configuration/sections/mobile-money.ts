import { PROVIDERS } from '@vehicle-insurance/core';
import { isLiveProvider } from '../addresses.ts';
import { section } from '../section.ts';
import { text, type Variable } from '../variable.ts';

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
 * Whether the deployment uses a provider. The provider opens new payments, or one of its variables is set for earlier
 * payments. Defaults do not count.
 */
export const isUsed =
  (provider: (typeof PROVIDERS)[number], properties: Readonly<Record<string, Variable>>) =>
  (given: Readonly<Record<string, unknown>>): boolean =>
    given['MOBILE_MONEY'] === provider ||
    Object.entries(properties).some(([name, { default: usual }]) => usual === undefined && given[name] !== undefined);

/**
 * The merchant fee under the provider's agreement with us. If a statement has another fee, the service opens an action
 * item.
 */
export const merchantShare = (name: string) =>
  ({
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    description: `Share of each payment that ${name} keeps under its agreement with you: 100 is 1 %. A different fee on a statement becomes an action item. Default: fees are not compared.`,
  }) as const;

/** Why a sandbox must not use this address of a provider: the provider moves real money there. */
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

import type { MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import type { Adapters } from '../composition/adapters.ts';

/** Which call to which system outside. */
export interface OutsideCall {
  /** A provider by its name, `authority`, or `documents`. */
  readonly system: string;
  readonly call: string;
}

/** How a call ended: one of the four outcomes, `refused` also for what a store of documents could not do. */
export type HowItEnded = 'done' | 'refused' | 'not_yet' | 'unknown' | 'threw';

/** What is done around every call to the outside. `howItEnded` reads the answer of one that did not throw. */
export type AroundCall = <Said>(
  call: OutsideCall,
  ask: () => Promise<Said>,
  howItEnded: (said: Said) => HowItEnded,
) => Promise<Said>;

/** The adapters with something around every call that leaves for a provider, the authority or the store of documents. */
export const watchOutside = (given: Adapters, around: AroundCall): Adapters => {
  const { certificateAuthority, documents } = given;
  return {
    ...given,
    mobileMoney: watchProvider(given.mobileMoney, around),
    otherMobileMoney: given.otherMobileMoney.map((gateway) => watchProvider(gateway, around)),
    certificateAuthority: {
      ...certificateAuthority,
      ...watched(certificateAuthority, 'authority', ['request', 'ask', 'find', 'image'], around, outcomeOf),
    },
    documents: { ...documents, ...watched(documents, 'documents', ['put', 'read', 'remove'], around, resultOf) },
  };
};

const watchProvider = (gateway: MobileMoneyGateway, around: AroundCall): MobileMoneyGateway => ({
  ...gateway,
  ...watched(gateway, gateway.provider, ['open', 'read', 'search', 'expire', 'refund'], around, outcomeOf),
});

const outcomeOf = ({ outcome }: { readonly outcome: HowItEnded }): HowItEnded => outcome;
const resultOf = (result: { isOk(): boolean }): HowItEnded => (result.isOk() ? 'done' : 'refused');

type Call = (...args: never[]) => Promise<unknown>;

/** The named calls of a port, each with `around` around it. */
const watched = <Name extends string, Said, Port extends Readonly<Record<Name, (...args: never[]) => Promise<Said>>>>(
  port: Port,
  system: string,
  names: readonly Name[],
  around: AroundCall,
  howItEnded: (said: Said) => HowItEnded,
): Pick<Port, Name> =>
  Object.fromEntries(
    names.map((call): [Name, Call] => [
      call,
      (...args) => around({ system, call }, () => port[call](...args), howItEnded),
    ]),
  ) as Pick<Port, Name>;

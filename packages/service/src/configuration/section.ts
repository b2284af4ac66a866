import type { Variable } from './variable.ts';

/** The program's own adapters, as far as the rules of the configuration concern them. */
export interface OwnParts {
  readonly providers: readonly string[];
  readonly hasAuthority: boolean;
}

/** The parts of adapters that a program passes to the service. */
export const ownPartsOf = ({
  providers = [],
  certificateAuthority,
}: {
  readonly providers?: readonly { readonly provider: string }[];
  readonly certificateAuthority?: object;
} = {}): OwnParts => ({
  providers: providers.map(({ provider }) => provider),
  hasAuthority: certificateAuthority !== undefined,
});

type ValueOf<V extends Variable> = { string: string; integer: number; boolean: boolean }[V['type']];

/** The well-formed values of all sections. */
export type Given<Properties extends Readonly<Record<string, Variable>> = Record<never, never>> = Readonly<{
  [Name in keyof Properties]?: ValueOf<Properties[Name]>;
}> &
  Readonly<Record<string, unknown>>;

/** Variables that belong together, with the rules between them. */
export interface Section<Properties extends Readonly<Record<string, Variable>> = Readonly<Record<string, Variable>>> {
  readonly title: string;
  readonly properties: Properties;
  /** Whether the deployment uses this section. If not, its variables may be missing. By default, it does. */
  readonly used?: (given: Given, own: OwnParts) => boolean;
  /**
   * The variable with the address of a system that a sandbox simulates. If it is set, the system's keys and codes must
   * be set too.
   */
  readonly reachedAt?: string;
  /** Combinations that are wrong in any environment, each with what to do. */
  readonly invalid?: (given: Given, own: OwnParts) => readonly string[];
  /** Combinations that only staging and production refuse, in addition to the rules for every secret and address. */
  readonly unsafe?: (given: Given) => readonly string[];
}

/** A section whose rules have the types of its variables. */
export const section = <const Properties extends Readonly<Record<string, Variable>>>(rules: {
  readonly title: string;
  readonly properties: Properties;
  readonly used?: (given: Given<Properties>, own: OwnParts) => boolean;
  readonly reachedAt?: keyof Properties & string;
  readonly invalid?: (given: Given<Properties>, own: OwnParts) => readonly string[];
  readonly unsafe?: (given: Given<Properties>) => readonly string[];
}) => rules as Section<Properties>;

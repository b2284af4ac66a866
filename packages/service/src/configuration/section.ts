import type { Variable } from './variable.ts';

/** The facts about the program's own adapters that the configuration's rules need. */
export interface OwnParts {
  readonly providers: readonly string[];
  readonly hasAuthority: boolean;
}

/** Reduces the adapters of a program to the facts that the rules need. */
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
  /**
   * Whether the deployment uses this section. If the section is not used, its variables may be missing. By default, a
   * section is used.
   */
  readonly used?: (given: Given, own: OwnParts) => boolean;
  /**
   * The variable with the address of a system that a sandbox can simulate. If this variable is set, the system's keys
   * and codes must be set too.
   */
  readonly reachedAt?: string;
  /** Combinations that are wrong in every environment, each with what to do. */
  readonly invalid?: (given: Given, own: OwnParts) => readonly string[];
  /**
   * Combinations that only staging and production refuse. The rules for single secrets and addresses apply in addition.
   */
  readonly unsafe?: (given: Given) => readonly string[];
}

/** Defines a section. Inside the rules, the section's variables have their types. */
export const section = <const Properties extends Readonly<Record<string, Variable>>>(rules: {
  readonly title: string;
  readonly properties: Properties;
  readonly used?: (given: Given<Properties>, own: OwnParts) => boolean;
  readonly reachedAt?: keyof Properties & string;
  readonly invalid?: (given: Given<Properties>, own: OwnParts) => readonly string[];
  readonly unsafe?: (given: Given<Properties>) => readonly string[];
}) => rules as Section<Properties>;

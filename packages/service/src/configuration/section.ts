import type { Variable } from './variable.ts';

type ValueOf<V extends Variable> = { string: string; integer: number; boolean: boolean }[V['type']];

/** Well-formed values of all sections. Malformed ones are left out. */
export type Given<Properties extends Readonly<Record<string, Variable>> = Record<never, never>> = Readonly<{
  [Name in keyof Properties]?: ValueOf<Properties[Name]>;
}> &
  Readonly<Record<string, unknown>>;

/** Variables that belong together, with the rules between them. */
export interface Section<Properties extends Readonly<Record<string, Variable>> = Readonly<Record<string, Variable>>> {
  readonly title: string;
  readonly properties: Properties;
  /** Whether the deployment uses this section at all; unused variables need not be given. Default: always. */
  readonly used?: (given: Given) => boolean;
  /** The address of a system that a sandbox simulates. Where it is set, the system's keys and codes must be set too. */
  readonly reachedAt?: string;
  /** Combinations that are wrong in any environment, each with what to do. */
  readonly invalid?: (given: Given) => readonly string[];
  /** What only staging and production refuse, beyond the rules for every secret and address. */
  readonly unsafe?: (given: Given) => readonly string[];
}

/** A section, its rules typed by its own variables. */
export const section = <const Properties extends Readonly<Record<string, Variable>>>(rules: {
  readonly title: string;
  readonly properties: Properties;
  readonly used?: (given: Given<Properties>) => boolean;
  readonly reachedAt?: keyof Properties & string;
  readonly invalid?: (given: Given<Properties>) => readonly string[];
  readonly unsafe?: (given: Given<Properties>) => readonly string[];
}) => rules as Section<Properties>;

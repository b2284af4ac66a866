import type { Variable } from './variable.ts';

type ValueOf<V extends Variable> = { string: string; integer: number; boolean: boolean }[V['type']];

/** Values that are each well formed, of this subject and the others. What is wrong by itself is left out. */
export type Given<Properties extends Readonly<Record<string, Variable>> = Record<never, never>> = Readonly<{
  [Name in keyof Properties]?: ValueOf<Properties[Name]>;
}> &
  Readonly<Record<string, unknown>>;

/** Variables that belong together, with the rules that hold between them. */
export interface Subject<Properties extends Readonly<Record<string, Variable>> = Readonly<Record<string, Variable>>> {
  readonly title: string;
  readonly properties: Properties;
  /** Whether the deployment uses this at all: what it does not use need not be given. Always, if absent. */
  readonly used?: (given: Given) => boolean;
  /** The address of what a sandbox runs itself, unless it is given this: its keys and codes have to be given then too. */
  readonly reachedAt?: string;
  /** What cannot be meant, whatever the environment, each with what to do. */
  readonly meaningless?: (given: Given) => readonly string[];
  /** What only staging and production refuse beyond the rules that hold for every secret and address. */
  readonly unfit?: (given: Given) => readonly string[];
}

/** A subject, its rules checked against the types of its own variables. */
export const subject = <const Properties extends Readonly<Record<string, Variable>>>(rules: {
  readonly title: string;
  readonly properties: Properties;
  readonly used?: (given: Given<Properties>) => boolean;
  readonly reachedAt?: keyof Properties & string;
  readonly meaningless?: (given: Given<Properties>) => readonly string[];
  readonly unfit?: (given: Given<Properties>) => readonly string[];
}) => rules as Subject<Properties>;

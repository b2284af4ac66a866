import { Err, Ok, type Result } from './result.ts';

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `T`, in which `never` replaces each target that is not a state of `T`. */
type Closed<T extends Table> = { readonly [S in keyof T]: { readonly [E in keyof T[S]]: T[S][E] & keyof T } };

/** A state machine as data: state → event → next state. A state without events is final. */
export interface Machine<T extends Table = Table> {
  readonly name: string;
  readonly initial: keyof T & string;
  readonly table: T;
}

/** The states of a machine, as a union of strings. */
export type StateOf<M> = M extends Machine<infer T> ? keyof T & string : never;

/** The events of a machine, as a union of strings. */
export type EventOf<M> = M extends Machine<infer T> ? { [S in keyof T]: keyof T[S] & string }[keyof T] : never;

/** The states to which an event leads, from all states that allow it. */
type TargetOf<T extends Table, E> = { [S in keyof T]: E extends keyof T[S] ? T[S][E] : never }[keyof T] & string;

/**
 * The table has no such event for the present state. The error is returned, not thrown, because late events are normal.
 */
export interface IllegalTransition {
  readonly code: 'illegal_transition';
  readonly machine: string;
  readonly from: string;
  readonly event: string;
}

/** Declares a state machine. A transition to an undeclared state does not compile. */
export const machine = <const T extends Table>(
  name: string,
  initial: NoInfer<keyof T & string>,
  table: T & Closed<T>,
): Machine<T> => ({ name, initial, table });

/** The state to which `event` leads from `from`, or an error. */
export const step = <T extends Table, E extends EventOf<Machine<T>>>(
  { name, table }: Machine<T>,
  from: keyof T & string,
  event: E,
): Result<TargetOf<T, E>, IllegalTransition> => {
  const to = table[from]?.[event];
  return to === undefined ? Err({ code: 'illegal_transition', machine: name, from, event }) : Ok(to as TargetOf<T, E>);
};

/** The states of a machine in the order of its table, for constraints, enums and diagrams. */
export const statesOf = <T extends Table>({ table }: Machine<T>): readonly (keyof T & string)[] => Object.keys(table);

/** The kind of address in a variable. `addresses.ts` contains the rules for each. */
export type AddressKind = 'api' | 'page' | 'site' | 'storage' | 'bucket' | 'collector' | 'postgres' | 'scheduler';

/**
 * One environment variable: its JSON schema, extended by our own keywords. If it is not set, the schema's `default`
 * applies. Without a default, the description explains what happens then.
 */
export interface Variable {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  readonly default?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /**
   * The value is never shown, and may be read from a file. `own`: a secret of this service, for which only the sandbox
   * accepts an example. `provider`: a secret that the provider chose, so staging may use a simulator's.
   */
  readonly secret?: 'own' | 'provider';
  /** Several values, separated by commas. */
  readonly list?: true;
  readonly address?: AddressKind;
  /** Required in staging and production; the sandbox generates it or works without it. */
  readonly needed?: true;
  /** The value in the sandbox, if it is not a fixed `default`. */
  readonly madeUp?: string;
}

/** This project's own keywords in a variable's schema. */
export const OWN_KEYWORDS = ['secret', 'list', 'address', 'needed', 'madeUp'] as const;

/** A variable's further properties. */
type More = Partial<Omit<Variable, 'type' | 'description'>>;

/** Any text. */
export const text = <const M extends More = Record<never, never>>(description: string, more?: M) => ({
  type: 'string' as const,
  minLength: 1,
  description,
  ...(more as M),
});

/** A whole number from `minimum` to `maximum`. */
export const whole = <const N extends number>(description: string, minimum: number, maximum: number, usual: N) => ({
  type: 'integer' as const,
  minimum,
  maximum,
  default: usual,
  description,
});

/** One of a few words; the first is the default. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  description: string,
  words: Words,
  usual: Words[number] = words[0],
) => ({ type: 'string' as const, enum: words, default: usual, description });

/** One of a few words, without a default. The description explains what happens if it is not set. */
export const oneOfOrNone = <const Words extends readonly [string, ...string[]]>(description: string, words: Words) => ({
  type: 'string' as const,
  enum: words,
  description,
});

/** `true` or `false`. */
export const yesOrNo = (description: string, usual: boolean) => ({
  type: 'boolean' as const,
  default: usual,
  description,
});

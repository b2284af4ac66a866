/** The kind of address in a variable. `addresses.ts` contains the rules for each kind. */
export type AddressKind = 'api' | 'page' | 'site' | 'storage' | 'bucket' | 'collector' | 'postgres' | 'scheduler';

/**
 * One environment variable: its JSON schema, extended by our own keywords. If the variable is not set, the schema's
 * `default` applies, but not in staging and production if the variable is `needed`.
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
   * Marks a secret: the value is never shown, and may be read from a file. `own`: the service's own secret; only the
   * sandbox accepts an example. `provider`: the provider chose the secret, so staging also accepts a simulator's.
   */
  readonly secret?: 'own' | 'provider';
  /** Several values, separated by commas. */
  readonly list?: true;
  readonly address?: AddressKind;
  /**
   * Required in staging and production if the section is used. The sandbox generates the value or works without it,
   * unless the configuration names the section's real system.
   */
  readonly needed?: true;
  /** How the configuration reference describes the sandbox's value, if there is no fixed `default`. */
  readonly madeUp?: string;
}

/** This project's own keywords in a variable's schema. */
export const OWN_KEYWORDS = ['secret', 'list', 'address', 'needed', 'madeUp'] as const;

type More = Partial<Omit<Variable, 'type' | 'description'>>;

/** A variable with any text. */
export const text = <const M extends More = Record<never, never>>(description: string, more?: M) => ({
  type: 'string' as const,
  minLength: 1,
  description,
  ...(more as M),
});

/** A variable with a whole number from `minimum` to `maximum`. `usual` is the default. */
export const whole = <const N extends number>(description: string, minimum: number, maximum: number, usual: N) => ({
  type: 'integer' as const,
  minimum,
  maximum,
  default: usual,
  description,
});

/** A variable with one of a few words. The default is `usual` or, if absent, the first word. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  description: string,
  words: Words,
  usual: Words[number] = words[0],
) => ({ type: 'string' as const, enum: words, default: usual, description });

/** A variable with one of a few words, without a default. */
export const oneOfOrNone = <const Words extends readonly [string, ...string[]]>(description: string, words: Words) => ({
  type: 'string' as const,
  enum: words,
  description,
});

/** A variable that is `true` or `false`. `usual` is the default. */
export const yesOrNo = (description: string, usual: boolean) => ({
  type: 'boolean' as const,
  default: usual,
  description,
});

/** What kind of address a variable holds: `addresses.ts` says what each kind must look like. */
export type AddressKind = 'api' | 'page' | 'storage' | 'collector' | 'postgres' | 'scheduler';

/**
 * One environment variable: its JSON schema, and what that language has no words for. The schema's `default` is what
 * absence means; a description tells it where there is none.
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
   * Never shown, and may be given by file. `own`: this service's alone, so no environment but the sandbox takes an
   * example. `provider`: theirs to choose, so staging may use a simulator's.
   */
  readonly secret?: 'own' | 'provider';
  /** Several values, separated by commas. */
  readonly list?: true;
  readonly address?: AddressKind;
  /** The sandbox makes it up or does without; staging and production must be given it. */
  readonly needed?: true;
  /** What the sandbox makes up where no value of the variable itself can say it. */
  readonly madeUp?: string;
}

/** The names of a variable's schema that are this project's own. */
export const OWN_KEYWORDS = ['secret', 'list', 'address', 'needed', 'madeUp'] as const;

/** More about a variable than its type. */
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

/** One of a few words, the first if none is said. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  description: string,
  words: Words,
  usual: Words[number] = words[0],
) => ({ type: 'string' as const, enum: words, default: usual, description });

/** One of a few words, or nothing said: the description tells what that means. */
export const oneOfOrNone = <const Words extends readonly [string, ...string[]]>(description: string, words: Words) => ({
  type: 'string' as const,
  enum: words,
  description,
});

/** Yes or no, written `true` or `false`. */
export const yesOrNo = (description: string, usual: boolean) => ({
  type: 'boolean' as const,
  default: usual,
  description,
});

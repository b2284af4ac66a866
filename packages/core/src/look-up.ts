import { mobileNumber, type MobileNumber } from './kernel/mobile-number.ts';
import { licencePlate } from './vehicle/licence-plate.ts';

/** What an operator has typed to say which payment, contract or vehicle is meant, in every way it can be read. */
export interface Meant {
  /** The range of ids that begin with it; null where no id does. */
  readonly ids: { readonly from: string; readonly to: string } | null;
  /** As it is, and in capitals. */
  readonly policyNumbers: readonly string[];
  readonly licencePlate: string | null;
  readonly phone: MobileNumber | null;
  /** The provider's session. */
  readonly sessionId: string;
}

/** One of the things that may be meant. */
export interface Hit {
  readonly companyId: string;
  readonly id: string;
  /** Its own id was typed, and not something it belongs to. */
  readonly own: boolean;
}

/**
 * Finds what is meant over all companies, by ids, policy numbers, plates, phones and sessions. Each answers the latest
 * first, none twice, and up to `most`.
 */
export interface LookUps {
  /** The payments of what is meant: a contract's is the one that opened it, a quote's are all its attempts. */
  payments(meant: Meant, most: number): Promise<readonly Hit[]>;
  /** The contracts of what is meant. A phone is the payer's or the policyholder's. */
  contracts(meant: Meant, most: number): Promise<readonly Hit[]>;
  vehicles(meant: Meant, most: number): Promise<readonly Hit[]>;
}

const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Reads what an operator has typed. */
export const readMeant = (typed: string): Meant => {
  const word = typed.trim();
  return {
    ids: idsBeginningWith(word.toLowerCase()),
    policyNumbers: [...new Set([word, word.toUpperCase()])],
    licencePlate: licencePlate(word).unwrapOr(null),
    phone: mobileNumber(word).unwrapOr(null),
    sessionId: word,
  };
};

const idsBeginningWith = (word: string): Meant['ids'] => {
  const isBeginning =
    word !== '' &&
    word.length <= LOWEST.length &&
    [...word].every((letter, place) => (LOWEST[place] === '-' ? letter === '-' : /[0-9a-f]/.test(letter)));
  return isBeginning ? { from: word + LOWEST.slice(word.length), to: word + HIGHEST.slice(word.length) } : null;
};

/** What is meant for good: what has been named by its own id, or, where nothing has, whatever was found. */
export const namedFirst = (hits: readonly Hit[]): readonly Hit[] => {
  const own = hits.filter((hit) => hit.own);
  return own.length > 0 ? own : hits;
};

/** A person as records name them. Issuer and subject identify an account at an identity provider; a name does not. */
export interface Identity {
  readonly name: string;
  /** Null, as the subject is, for a person of whom only a name is known: who typed a command or came by a link. */
  readonly issuer: string | null;
  readonly subject: string | null;
}

/** Who did something: who asked for it, and who confirmed it where that takes two people. */
export interface Author extends Identity {
  readonly confirmedBy?: Identity | undefined;
}

/** Who did something; a text is the name of a person without an account. */
export type By = string | Author;

/** Who did something, as records tell it. A person without an account has no `account`. */
export interface Signed {
  /** The name of the person who asked for it; absent if the service acted automatically. */
  readonly by?: string | undefined;
  readonly account?: Pick<Identity, 'issuer' | 'subject'> | undefined;
  readonly confirmedBy?: Identity | undefined;
}

/** The author's fields in a record. */
export const signed = (by: By | undefined): Signed => {
  if (by === undefined) return {};
  if (typeof by === 'string') return { by };
  const { name, issuer, subject, confirmedBy } = by;
  return { by: name, ...(subject !== null && { account: { issuer, subject } }), ...(confirmedBy && { confirmedBy }) };
};

/** What people do not see, or what changes the order of what they see. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Marks beyond these would cover the lines around the name. */
const MARKS = /(\p{M}{3})\p{M}+/gu;

/**
 * A name as it is shown: compatibility forms are unified, invisible characters and surplus marks removed, and spaces of
 * any kind are single spaces. Empty if nothing is left.
 */
export const shownName = (name: string): string =>
  name
    .toWellFormed()
    .slice(0, 1_000)
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKS, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Marks without a letter, and everything but letters, digits, spaces and some signs: it may look like a quote. */
const LIKE_QUOTES = /(?<![\p{L}\p{M}])\p{M}+|[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N} .,:;@_’ʼ'+()&/-]/gu;

/** A name to be shown between quotation marks: it contains nothing that can be taken for their end. */
export const quotable = (name: string): string =>
  shownName(name)
    .replaceAll(LIKE_QUOTES, '·')
    .replaceAll(/['’ʼ]{2,}/gu, '’');

/**
 * Whether two names look the same: case, spaces, accents, punctuation, compatibility forms, invisible characters and
 * letters of another alphabet that look like Latin ones do not matter.
 */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

const folded = (name: string): string => {
  const shown = shownName(name);
  const letters = withoutMarks(withoutMarks(shown).toLowerCase().toUpperCase().toLowerCase());
  // Of a name without letters, all of it counts.
  return letters === '' ? shown : letters.replaceAll(/[^a-z]/gu, (letter) => LATIN.get(letter) ?? letter);
};

/** Modifier letters include apostrophes. */
const withoutMarks = (name: string): string => name.normalize('NFKD').replaceAll(/[\p{M}\p{P}\p{S}\p{Z}\p{Lm}]/gu, '');

/** Letters that look like Latin ones in lower or upper case: Cyrillic, Greek, and variants of Latin letters. */
const LATIN: ReadonlyMap<string, string> = new Map(
  (
    [
      ['авеніјкморстухѕԁһԛԝӏү', 'abehijkmopctyxsdhqwly'],
      ['αβεζηικμνορτυχ', 'abezhikmnoptyx'],
      ['ɑɡ', 'ag'],
    ] as const
  ).flatMap(([letters, latin]) => [...letters].map((letter, at) => [letter, latin.charAt(at)] as const)),
);

/**
 * A person as stored in records. `issuer` and `subject` identify the person's account at an identity provider. A name
 * is not unique.
 */
export interface Identity {
  readonly name: string;
  /** Null, like `subject`, if the person typed a command or used an access link. Only the name is then known. */
  readonly issuer: string | null;
  readonly subject: string | null;
}

/** The person who requested an action, and the person who confirmed the action if two people are needed. */
export interface Author extends Identity {
  readonly confirmedBy?: Identity | undefined;
}

/** The author of an action. A text is the name of a person without an account. */
export type By = string | Author;

/** The author of an action as stored in records. A person without an account has no `account`. */
export interface Signed {
  /** The name of the person who requested the action; absent if the service acted automatically. */
  readonly by?: string | undefined;
  readonly account?: Pick<Identity, 'issuer' | 'subject'> | undefined;
  readonly confirmedBy?: Identity | undefined;
}

/** The fields in which a record stores its author. */
export const authorFieldsOf = (by: By | undefined): Signed => {
  if (by === undefined) return {};
  if (typeof by === 'string') return { by };
  const { name, issuer, subject, confirmedBy } = by;
  return { by: name, ...(subject !== null && { account: { issuer, subject } }), ...(confirmedBy && { confirmedBy }) };
};

/** Characters that are invisible, or that reorder visible characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** At most three combining marks in a row are kept, because more marks would cover the neighbouring lines. */
const MARKS = /(\p{M}{3})\p{M}+/gu;

/**
 * A name for display: its first 1 000 characters, without invisible characters and surplus accents. Unicode
 * compatibility characters become ordinary characters, and each run of spaces becomes one space. Empty if nothing is
 * left.
 */
export const shownName = (name: string): string =>
  name
    .toWellFormed()
    .slice(0, 1_000)
    .normalize('NFKC')
    .replaceAll(/\s/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKS, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/**
 * Matches everything that may look like a quotation mark. These are combining marks without a letter, and all
 * characters except letters, digits, spaces and some signs.
 */
const LIKE_QUOTES = /(?<![\p{L}\p{M}])\p{M}+|[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N} .,:;@_’ʼ'+()&/-]/gu;

/**
 * A name for display between quotation marks. Each character that may look like a quotation mark is replaced, and a run
 * of apostrophes becomes one apostrophe.
 */
export const quotable = (name: string): string =>
  shownName(name)
    .replaceAll(LIKE_QUOTES, '·')
    .replaceAll(/['’ʼ]{2,}/gu, '’');

/**
 * Whether two names look the same. Ignores case, spaces, accents, punctuation, symbols and invisible characters. A
 * letter of another alphabet counts as the Latin letter that it looks like.
 */
export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

const foldName = (name: string): string => {
  const shown = shownName(name);
  const letters = withoutMarks(withoutMarks(shown).toLowerCase().toUpperCase().toLowerCase());
  // A name that consists of marks, punctuation and symbols is compared as displayed.
  return letters === '' ? shown : letters.replaceAll(/[^a-z]/gu, (letter) => LATIN.get(letter) ?? letter);
};

/** Also removes modifier letters, because some modifier letters are apostrophes. */
const withoutMarks = (name: string): string => name.normalize('NFKD').replaceAll(/[\p{M}\p{P}\p{S}\p{Z}\p{Lm}]/gu, '');

/** Cyrillic, Greek and other letters that look like Latin letters in lower or upper case. */
const LATIN: ReadonlyMap<string, string> = new Map(
  (
    [
      ['авеніјкморстухѕԁһԛԝӏү', 'abehijkmopctyxsdhqwly'],
      ['αβεζηικμνορτυχ', 'abezhikmnoptyx'],
      ['ɑɡ', 'ag'],
    ] as const
  ).flatMap(([letters, latin]) => [...letters].map((letter, at) => [letter, latin.charAt(at)] as const)),
);

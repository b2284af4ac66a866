import type { ExampleWorld } from './example-world.ts';

const YEAR = 2027;

/** The page without the traces of one run, so that it changes only when the API does. */
export const normalize = (page: string, { addresses, year }: ExampleWorld['traces']): string => {
  const named = Object.entries(addresses).reduce((text, [address, shown]) => text.replaceAll(address, shown), page);
  // Ids and signatures first: they may contain digits that look like a year.
  const dated = numberMatches(numberMatches(named, UUID, uuidOf), SESSION, sessionOf)
    .replace(SIGNED_QUERY, '?expires=…$1&signature=…')
    .replace(API_KEY, 'vi_test_…')
    .replace(ETAG, 'W/"…"')
    .replace(LEFT, ';r=…;t=…')
    .replace(WAIT, '$1…')
    .replace(TIME_OF_DAY, 'T09:00:00.000Z')
    .replace(TIME_IN_PATH, '$1090000000')
    .replace(YEAR_OF_DATE, (shown) => String(Number(shown) + YEAR - year));
  return numberMatches(dated, CERTIFICATE, certificateOf).replace(POLICY, 'VI-1-');
};

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SESSION = /\bcos-[0-9a-z]{6,}/g;
const CERTIFICATE = /\bSP-\d{4}-\d{7}/g;
const TIME_OF_DAY = /T\d\d:\d\d:\d\d\.\d+Z/g;
/** The time in a paper's path, after its date. */
const TIME_IN_PATH = /(\/20\d{6})\d{9}(?=\/)/g;
/** A year in a date, in a policy number, or in the path of a paper. */
const YEAR_OF_DATE = /\b20\d\d(?=-\d\d|\d{13}\/)/g;
const SIGNED_QUERY = /\?expires=\d+(&name=[\w.-]+)?&signature=[\w-]+/g;
/** A key, or its display prefix. */
const API_KEY = /vi_test_[\w-]{6,}/g;
const ETAG = /W\/"[\w-]{22}"/g;
const LEFT = /;r=\d+;t=\d+/g;
const WAIT = /(HTTP\/1\.1 429 [^\n]*\n(?:[^\n]+\n)*?retry-after: )\d+/g;
const POLICY = /VI-\d+-/g;

const uuidOf = (n: number): string => `019b7a30-0000-7000-8000-${String(n).padStart(12, '0')}`;
const certificateOf = (n: number): string => `SP-${YEAR}-${String(n).padStart(7, '0')}`;
const sessionOf = (n: number): string => `cos-${String(n).padStart(8, '0')}`;

/** Replaces every match by the number of its first appearance. */
const numberMatches = (text: string, pattern: RegExp, shown: (n: number) => string): string => {
  const seen = new Map<string, string>();
  return text.replace(pattern, (found) => {
    const known = seen.get(found) ?? shown(seen.size + 1);
    seen.set(found, known);
    return known;
  });
};

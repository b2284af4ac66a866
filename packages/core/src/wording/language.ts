import type { Language, Message } from '../shared/message.ts';
import { noBreakSpaces } from './no-break-spaces.ts';

/** A range of languages with its weight, such as `fr-CI;q=0.8`. */
const RANGE = /^\s*([\w-]+|\*)\s*(?:;\s*q=(\d*\.?\d+|\d\.)\s*)?$/i;

/**
 * The language of messages for a caller, by the header Accept-Language (RFC 9110, 12.5.4). English is the default, also
 * for `*` alone and for all languages except French.
 */
export const languageIn = (header = ''): Language => {
  const ranges = header.split(',').flatMap((each, place) => {
    const [, tag, weight = '1'] = RANGE.exec(each) ?? [];
    return tag === undefined ? [] : [{ tag: tag.toLowerCase(), weight: Number(weight), place }];
  });
  /** The heaviest range of a language, or else `*`. The first of equal ranges counts. */
  const preferred = (language: Language) => {
    const own = ranges.filter(({ tag }) => tag === language || tag.startsWith(`${language}-`));
    const [best = { weight: 0, place: 0 }] = (own.length > 0 ? own : ranges.filter(({ tag }) => tag === '*')).toSorted(
      (one, other) => other.weight - one.weight || one.place - other.place,
    );
    return best;
  };
  const [fr, en] = [preferred('fr'), preferred('en')];
  return fr.weight > en.weight || (fr.weight > 0 && fr.weight === en.weight && fr.place < en.place) ? 'fr' : 'en';
};

/** A message as the API sends it. */
export const messageIn = (language: Language, { fr, en }: Message): string =>
  language === 'fr' ? noBreakSpaces(fr) : en;

/** Elements whose text is not prose, and the tags of all other elements. */
const NOT_PROSE = /(<(pre|script|style|textarea|title)\b[^]*?<\/\2>|<[^>]*>)/;

/**
 * A French page or message with no-break spaces. Punctuation marks and percent signs stay on the line of their word,
 * and `n°` on the line of its number.
 */
export const noBreakSpaces = (page: string): string =>
  page
    .split(NOT_PROSE)
    .map((part, at) => (at % 3 === 0 ? inProse(part) : at % 3 === 1 ? part : ''))
    .join('');

const MARKS = /[«»:;%?!°]/;

/**
 * Without the look-behinds, the patterns would be tried at every space of an indentation, and pages contain much
 * indentation.
 */
const inProse = (text: string): string =>
  MARKS.test(text)
    ? text
        .replace(/([«°])\s+/g, '$1\u00a0')
        .replace(/(?<!\s)\s+(?=[:»%])/g, '\u00a0')
        .replace(/(?<!\s)\s+(?=[;?!])/g, '\u202f')
    : text;

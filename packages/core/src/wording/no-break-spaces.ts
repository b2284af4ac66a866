/** Elements whose text is not prose, and the tags of all others. */
const NOT_PROSE = /(<(pre|script|style|textarea|title)\b[^]*?<\/\2>|<[^>]*>)/;

/** A page in French whose guillemets, colons, semicolons, marks and percent signs stay on the line of their word. */
export const noBreakSpaces = (page: string): string =>
  page
    .split(NOT_PROSE)
    .map((part, at) => (at % 3 === 0 ? inProse(part) : at % 3 === 1 ? part : ''))
    .join('');

const inProse = (text: string): string =>
  text
    .replace(/«\s+/g, '«\u00a0')
    .replace(/\s+(?=[:»%])/g, '\u00a0')
    .replace(/\s+(?=[;?!])/g, '\u202f');

import type { Glyph, GlyphPosition } from 'fontkit';
import { graphemes } from '../words/graphemes.ts';

/** A glyph of the font, with its offset from the beginning of its cluster. */
export interface Part {
  readonly glyph: Glyph;
  readonly x: number;
  readonly y: number;
}

/**
 * Glyphs that are drawn and copied together: a letter with its marks, a ligature, or a syllable. A mark is a sign on a
 * letter, such as an accent.
 */
export interface Cluster {
  /** The text to copy. PDF readers reverse right-to-left text, even inside a cluster. */
  readonly text: string;
  readonly parts: readonly Part[];
  readonly advance: number;
}

interface Shaped {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Readonly<GlyphPosition>[];
  readonly direction: string;
}

/**
 * The clusters of a text in drawing order, from left to right. Glyphs contain their code points. If the code points do
 * not add up to the text, the whole text is one cluster.
 */
export const clustersOf = (text: string, { glyphs, positions, direction }: Shaped): readonly Cluster[] => {
  let x = 0;
  const placed = glyphs.map((glyph, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const left = x;
    x += xAdvance;
    return { glyph, left, x: left + xOffset, y: yOffset, right: x };
  });
  const spoken = direction === 'rtl' ? placed.toReversed() : placed;
  const groups: { text: string; glyphs: typeof placed }[] = [];
  let group: typeof placed = [];
  let start = 0;
  let units = 0;
  const ends = endsOf(text);
  spoken.forEach((glyph, at) => {
    group.push(glyph);
    units += lengthOf(glyph.glyph);
    const next = spoken[at + 1];
    if (ends.has(units) && units > start && next && lengthOf(next.glyph) > 0) {
      groups.push({ text: text.slice(start, units), glyphs: group });
      group = [];
      start = units;
    }
  });
  const whole =
    units === text.length ? [...groups, { text: text.slice(start), glyphs: group }] : [{ text, glyphs: spoken }];
  const clusters = whole.flatMap((one) => {
    const left = Math.min(...one.glyphs.map((glyph) => glyph.left));
    const right = Math.max(...one.glyphs.map((glyph) => glyph.right));
    const parts = one.glyphs.map((part) => ({ glyph: part.glyph, x: part.x - left, y: part.y }));
    // If a cluster's text contains a mark, PDF readers give the whole cluster no width. So each mark becomes a cluster
    // of its own that draws nothing.
    const [first = '', ...marks] = one.text.match(/\p{Mn}|\P{Mn}+/gu) ?? [];
    const silent = marks.map((mark) => ({ text: mark, parts: [], advance: 0 }));
    return [{ text: first, parts, advance: right - left }, ...silent];
  });
  return direction === 'rtl' ? withFinalMark(clusters).map(reverseText).toReversed() : clusters;
};

/**
 * PDF readers attach a mark to the letter drawn before the mark. In a right-to-left text, the last letter is drawn
 * first. So the PDF reader poppler would copy the last letter's mark before the whole text. The invisible character
 * U+200F, drawn before that letter, prevents this.
 */
const withFinalMark = (clusters: readonly Cluster[]): readonly Cluster[] => {
  const last = clusters.findLastIndex(({ text }) => text.trim() !== '');
  if (!/\p{Mn}$/u.test(clusters[last]?.text ?? '')) return clusters;
  return clusters.toSpliced(last + 1, 0, { text: '\u200f', parts: [], advance: 0 });
};

const reverseText = ({ text, ...cluster }: Cluster): Cluster => ({ text: [...text].reverse().join(''), ...cluster });

const lengthOf = ({ codePoints }: Glyph): number => String.fromCodePoint(...codePoints).length;

/** The positions at which the graphemes of a text end. */
const endsOf = (text: string): ReadonlySet<number> =>
  new Set([...graphemes.segment(text)].map(({ index, segment }) => index + segment.length));

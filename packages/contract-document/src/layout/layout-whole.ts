import type { Font } from 'fontkit';
import { clustersOf } from './clusters.ts';
import { clusterGlyphs } from './cluster-glyphs.ts';
import { mirrorBrackets } from './direction.ts';
import type { Glyphs, WordFont } from './layout-by-words.ts';

/** At this number of cached runs, all are dropped. */
const LIMIT = 2_000;

/**
 * Lays out a run of one script as a whole, in logical order. So all rules of the font for that script apply: letters
 * join, stack and change places. Each cluster becomes one glyph, which is copied as its original text. If each glyph of
 * the font were copied separately, a dot below a letter would be lost, and a vowel drawn before its consonant would be
 * copied first.
 */
export const layoutWhole = (font: Font): WordFont => {
  const known = new Map<string, Glyphs>();
  const { layout } = font;
  const glyphs = clusterGlyphs(font);
  const runOf = (text: string): Glyphs => {
    const kept = known.get(text);
    if (kept) return kept;
    // fontkit derives script and direction from the letters, and all letters of a run belong to one script.
    const shaped = layout.call(font, mirrorBrackets(text));
    const clusters = clustersOf(text, shaped).map((cluster) => glyphs.glyphOf(cluster));
    const run = {
      glyphs: clusters,
      positions: clusters.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 })),
      advanceWidth: clusters.reduce((width, { advanceWidth }) => width + advanceWidth, 0),
    };
    if (known.size >= LIMIT) known.clear();
    known.set(text, run);
    return run;
  };
  return Object.assign(font, {
    createSubset: () => {
      // pdfkit calls this method when a document first uses the font. Earlier documents are finished and need no more
      // glyphs.
      if (glyphs.dropIfMany()) known.clear();
      return glyphs.createSubset();
    },
    layout: (text: string): Glyphs => {
      const run = runOf(text);
      return { ...run, positions: run.positions.map((position) => ({ ...position })) };
    },
    widthOf: (text: string): number => runOf(text).advanceWidth,
  });
};

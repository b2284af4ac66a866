import type { Font } from 'fontkit';
import { clustersOf } from './clusters.ts';
import { clusterGlyphs } from './cluster-glyphs.ts';
import { mirrored } from './direction.ts';
import type { Glyphs, WordFont } from './layout-by-words.ts';

/** Runs that are kept, before all are dropped. */
const LIMIT = 2_000;

/**
 * Lays out a run of one script as a whole, in logical order, by all rules its font has for that script: letters join,
 * stack and change places. What belongs together becomes one glyph, which is copied as the text it was made of; glyph
 * by glyph a dot below would be copied as nothing, and a vowel in front of its consonant as if it were spoken first.
 */
export const layoutWhole = (font: Font): WordFont => {
  const known = new Map<string, Glyphs>();
  const { layout } = font;
  const glyphs = clusterGlyphs(font);
  const runOf = (text: string): Glyphs => {
    const kept = known.get(text);
    if (kept) return kept;
    // fontkit derives script and direction from the letters, of which a run has one kind only.
    const shaped = layout.call(font, mirrored(text));
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
      // Between two documents: the glyphs of the last one may be dropped.
      if (glyphs.forgetMany()) known.clear();
      return glyphs.createSubset();
    },
    layout: (text: string): Glyphs => {
      const run = runOf(text);
      return { ...run, positions: run.positions.map((position) => ({ ...position })) };
    },
    widthOf: (text: string): number => runOf(text).advanceWidth,
  });
};

import type { Font, Glyph, GlyphPosition } from 'fontkit';

/** OpenType features, switched on or off. */
export type Features = Readonly<Record<string, boolean>>;

/** A text as glyphs, in the font's own units. */
export interface Glyphs {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Readonly<GlyphPosition>[];
  readonly advanceWidth: number;
}

/** A font that lays out text, and caches the glyphs of words or whole runs. */
export interface WordFont extends Omit<Font, 'layout' | 'createSubset'> {
  /** The subset of the font that a document embeds. Only pdfkit calls this method. */
  createSubset(): unknown;
  /** Returns positions that the caller may change, because pdfkit scales them in place. */
  layout(text: string, features: Features): Glyphs;
  /** In the font's own units. */
  widthOf(text: string, features: Features): number;
}

/**
 * At this number of cached words, all are dropped. The number of names is unlimited, and common words are soon cached
 * again.
 */
const LIMIT = 2_000;

/**
 * Text layout takes more time than the rest of drawing. Inter lays out a word independently of the text before the
 * preceding space. So each word is cached with the space after it and the script of its run.
 */
export const layoutByWords = (font: Font): WordFont => {
  const known = new Map<string, Glyphs>();
  const { layout, getGlyph } = font;
  const wordRun = (word: string, features: Features, script: string): Glyphs => {
    const key = [script, ...Object.keys(features).filter((tag) => features[tag]), word].join(' ');
    const kept = known.get(key);
    if (kept) return kept;
    const { glyphs, positions, advanceWidth } = layout.call(font, word, { ...features }, script);
    if (known.size === LIMIT) known.clear();
    known.set(key, { glyphs, positions, advanceWidth });
    return { glyphs, positions, advanceWidth };
  };
  const runsOf = (text: string, features: Features): readonly Glyphs[] => {
    const script = scriptOf(text);
    return text.split(/(?<= )/).map((word) => wordRun(word, features, script));
  };
  return Object.assign(font, {
    // fontkit caches a glyph with the characters of its first use. Without this method, the Δ of another contract would
    // be copied as ∆.
    getGlyph: (id: number, codePoints: number[] = []): Glyph =>
      Object.create(getGlyph.call(font, id), { codePoints: { value: codePoints } }) as Glyph,
    layout: (text: string, features: Features): Glyphs => {
      const runs = runsOf(text, features);
      const positions = runs.flatMap((run) => run.positions.map((position) => ({ ...position })));
      return {
        glyphs: runs.flatMap(({ glyphs }) => glyphs),
        positions,
        get advanceWidth() {
          return positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
        },
      };
    },
    widthOf: (text: string, features: Features): number =>
      runsOf(text, features).reduce((width, { advanceWidth }) => width + advanceWidth, 0),
  });
};

/** Fonts kern digits and signs differently if the text contains no Latin letters. */
const scriptOf = (text: string): string => (/\p{Script=Latin}/u.test(text) ? 'latn' : 'DFLT');

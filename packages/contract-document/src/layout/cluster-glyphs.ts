import type { Font, Glyph } from 'fontkit';
import type { Cluster, Part } from './clusters.ts';

/** Glyphs that a font lacks. Each is drawn for one cluster, and added to the document's copy of the font. */
export interface ClusterGlyphs {
  glyphOf(cluster: Cluster): Glyph;
  /** The subset of the font that a document embeds. */
  createSubset(): TrueTypeSubset;
  /**
   * Drops all added glyphs if their number has reached the limit. Returns whether it dropped them. Existing subsets
   * keep their glyphs.
   */
  dropIfMany(): boolean;
}

/** The members of fontkit's subset that its types do not declare. */
interface TrueTypeSubset {
  includeGlyph(id: number): number;
  _addGlyph(id: number): void;
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
}

/** Added glyphs have ids above this, because the ids of the font's own glyphs have 16 bits. */
const FIRST = 0x10000;
const LIMIT = 5_000;

/** TrueType flags of a component: its offset is two words, and another component follows. */
const WORDS_AND_XY = 0x0001 | 0x0002;
const MORE = 0x0020;

export const clusterGlyphs = (font: Font): ClusterGlyphs => {
  const ids = new Map<string, number>();
  const clusters = new Map<number, Cluster>();
  const { createSubset } = font;
  let last = FIRST;
  const idOf = (cluster: Cluster): number => {
    const key = [cluster.text, cluster.advance, ...cluster.parts.flatMap(({ glyph, x, y }) => [glyph.id, x, y])].join(
      ' ',
    );
    const id = ids.get(key) ?? (last += 1);
    ids.set(key, id);
    clusters.set(id, cluster);
    return id;
  };
  return {
    glyphOf: (cluster) =>
      Object.create(cluster.parts[0]?.glyph ?? font.getGlyph(0), {
        id: { value: idOf(cluster) },
        advanceWidth: { value: cluster.advance },
        codePoints: { value: [...cluster.text].map((character) => character.codePointAt(0) ?? 0) },
      }) as Glyph,
    dropIfMany: () => {
      if (clusters.size < LIMIT) return false;
      ids.clear();
      clusters.clear();
      return true;
    },
    createSubset: () => subsetOf(createSubset.call(font), (id) => clusters.get(id)),
  };
};

const isTrueType = (subset: object): subset is TrueTypeSubset => '_addGlyph' in subset;

/**
 * A subset that also contains added glyphs. An added glyph is a composite or a copy of the font's own glyphs, or draws
 * nothing.
 */
const subsetOf = (subset: object, clusterOf: (id: number) => Cluster | undefined): TrueTypeSubset => {
  if (!isTrueType(subset)) throw new Error('Glyphs can be added only to TrueType fonts.');
  const own = new Map<number, Cluster>();
  const { includeGlyph, _addGlyph: addGlyph } = subset;
  return Object.assign(subset, {
    includeGlyph: (id: number): number => {
      const cluster = clusterOf(id);
      if (cluster) own.set(id, cluster);
      return includeGlyph.call(subset, id);
    },
    _addGlyph: (id: number): void => {
      const cluster = own.get(id);
      const parts = cluster?.parts.filter(({ glyph }) => glyph.path.commands.length > 0) ?? [];
      const [first] = parts;
      if (!cluster) addGlyph.call(subset, id);
      else if (first && parts.length === 1 && first.x === 0 && first.y === 0) addGlyph.call(subset, first.glyph.id);
      else addComposite(subset, parts);
      const metrics = subset.hmtx.metrics.at(-1);
      if (cluster && metrics) metrics.advance = cluster.advance;
    },
  });
};

const addComposite = (subset: TrueTypeSubset, parts: readonly Part[]): void => {
  const edges = parts.map(({ glyph: { bbox }, x, y }) => [x + bbox.minX, y + bbox.minY, x + bbox.maxX, y + bbox.maxY]);
  const edge = (side: number, furthest: (...values: number[]) => number): number =>
    Math.round(furthest(...edges.map((box) => box[side] ?? 0)));
  const box = parts.length === 0 ? [] : [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
  const components = parts.flatMap(({ glyph, x, y }, at) => [
    WORDS_AND_XY | (at < parts.length - 1 ? MORE : 0),
    subset.includeGlyph(glyph.id),
    Math.round(x),
    Math.round(y),
  ]);
  const words = parts.length === 0 ? [] : [-1, ...box, ...components];
  const padded = words.length % 2 === 0 ? words : [...words, 0];
  const bytes = new DataView(new ArrayBuffer(padded.length * 2));
  padded.forEach((word, at) => bytes.setInt16(at * 2, word));
  subset.glyf.push(new Uint8Array(bytes.buffer));
  subset.loca.offsets.push(subset.offset);
  subset.hmtx.metrics.push({ advance: 0, bearing: box[0] ?? 0 });
  subset.offset += bytes.byteLength;
};

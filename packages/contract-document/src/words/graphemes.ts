/** Cuts a text into what its reader takes for letters, marks and all. */
export const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** Cuts a text into graphemes: what a reader takes for letters, with their marks. */
export const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

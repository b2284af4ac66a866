/** Splits a text into graphemes: letters with their marks. */
export const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

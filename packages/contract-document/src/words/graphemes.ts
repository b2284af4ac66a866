/** Splits a text into graphemes: letters with their marks, such as accents. */
export const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

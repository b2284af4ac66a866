const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** Breaks a text into lines no wider than `width`: between words, and inside a word only where it is wider by itself. */
export const breakLines = (text: string, width: number, widthOf: (text: string) => number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string, glue: string): void => {
    const longer = line === '' ? piece : `${line}${glue}${piece}`;
    if (line === '' || widthOf(longer) <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = piece;
    }
  };
  for (const word of text.split(' ')) {
    if (widthOf(word) <= width) {
      add(word, ' ');
    } else {
      if (line !== '') lines.push(line);
      line = '';
      for (const { segment } of graphemes.segment(word)) add(segment, '');
    }
  }
  return [...lines, line];
};

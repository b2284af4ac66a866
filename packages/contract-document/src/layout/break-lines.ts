const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** A space where a line may end: not within a figure, nor between it and its sign or unit, nor before French marks. */
const BREAKS =
  / (?!(?<=\d )(?:\d{2,3}(?!\d)|F\b|FCFA|XOF|%|CV\b|hp\b|cm³|h \d))(?!(?<=\d F )CFA)(?!(?<=\d h )\d)(?!(?<=[×«°] ))(?![:;!?»×])/;

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
  // What is wider than a line is broken at any space, and then anywhere.
  const words = text.split(BREAKS).flatMap((word) => (widthOf(word) <= width ? [word] : word.split(' ')));
  for (const word of words) {
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

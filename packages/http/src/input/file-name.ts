const FILE_NAME = /\bfilename=(?:"([^"]*)"|([^\s";]+))/i;

/**
 * The name of the file in the head of a part, without the folders some browsers send along; null for a part that is no
 * file. The parser's own expression takes the square of the length of a head that was written for it.
 */
export const fileNameIn = (head: string): string | null => {
  const [, quoted, bare] = FILE_NAME.exec(head) ?? [];
  const name = quoted ?? bare;
  return name === undefined ? null : name.slice(name.lastIndexOf('\\') + 1);
};

/** Segments of letters, digits, dashes and dots, none beginning with a dot: no way up, and nothing hidden. */
const KEY = /^[A-Za-z0-9-][A-Za-z0-9.-]*(?:\/[A-Za-z0-9-][A-Za-z0-9.-]*)*$/;

const NAME = /^[\w.-]+$/;

/** What a link may call its file. Throws on any other name: it would have to be written in three ways. */
export const checkedName = (name: string | undefined): string | undefined => {
  if (name !== undefined && !NAME.test(name))
    throw new RangeError('the name of a file has letters, digits, dots, dashes and underscores');
  return name;
};

/** Whether a file can be kept under this key. */
export const isDocumentKey = (key: string): boolean => KEY.test(key);

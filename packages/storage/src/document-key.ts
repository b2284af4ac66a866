/** Segments of letters, digits, dashes and dots, none beginning with a dot: no way up, and nothing hidden. */
const KEY = /^[A-Za-z0-9-][A-Za-z0-9.-]*(?:\/[A-Za-z0-9-][A-Za-z0-9.-]*)*$/;

/** Whether a file can be kept under this key. */
export const isDocumentKey = (key: string): boolean => KEY.test(key);

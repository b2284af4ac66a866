/** The media types that the service accepts and stores. */
export const DOCUMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
/** The media type of one document. */
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The maximum size of a file in bytes, inclusive (docs/api.md 5.1). */
export const LARGEST_DOCUMENT = 10 * 1024 * 1024;

const SIGNATURES: Readonly<Record<DocumentType, readonly number[]>> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

const EXTENSIONS: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Adds the extension of the media type to a file name, unless the name already has the extension. */
export const withExtension = (name: string, type: DocumentType): string => {
  const extension = `.${EXTENSIONS[type]}`;
  return name.endsWith(extension) ? name : `${name}${extension}`;
};

/**
 * Detects the media type of a file from its first bytes, because the declared name and type are not reliable. Undefined
 * for any other type.
 */
export const documentTypeOf = (bytes: Uint8Array): DocumentType | undefined =>
  DOCUMENT_TYPES.find((type) => SIGNATURES[type].every((byte, at) => bytes[at] === byte));

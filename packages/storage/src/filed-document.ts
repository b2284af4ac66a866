import { DOCUMENT_TYPES, type StoredDocument } from '@vehicle-insurance/core';

const NEWLINE = 0x0a;

/** A document as one file: a line with its type, then its bytes. So type and bytes always match. */
export const toFile = ({ type, bytes }: StoredDocument): readonly Uint8Array[] => [Buffer.from(`${type}\n`), bytes];

/** The document in a file; undefined if the file is not one of ours. */
export const fromFile = (key: string, file: Uint8Array): StoredDocument | undefined => {
  const end = file.indexOf(NEWLINE);
  const first = Buffer.from(file.subarray(0, Math.max(end, 0))).toString('latin1');
  const type = DOCUMENT_TYPES.find((known) => known === first);
  return type && { key, type, bytes: file.subarray(end + 1) };
};

import {
  Err,
  Ok,
  type DocumentMissing,
  type Documents,
  type ErrorReporter,
  type Result,
  type StorageUnavailable,
  type StoredDocument,
} from '@vehicle-insurance/core';

/**
 * Segments of letters, digits, dashes and dots. No segment begins with a dot, so keys lead to no parent folder and no
 * hidden file.
 */
const KEY = /^[A-Za-z0-9-][A-Za-z0-9.-]*(?:\/[A-Za-z0-9-][A-Za-z0-9.-]*)*$/;

const NAME = /^[\w.-]+$/;

/**
 * Checks a file name for a link. Throws unless the name consists of characters that no header has to encode, because
 * stores encode other names differently.
 */
export const checkedName = (name: string | undefined): string | undefined => {
  if (name !== undefined && !NAME.test(name))
    throw new RangeError('a file name may contain only letters, digits, dots, dashes and underscores');
  return name;
};

const isDocumentKey = (key: string): boolean => KEY.test(key);

/** A folder or bucket that stores documents under any key. Throws on failure. */
export interface DocumentPlace {
  put(document: StoredDocument): Promise<void>;
  read(key: string): Promise<StoredDocument | undefined>;
  /** Removes a document. Succeeds if the document is missing. */
  remove(key: string): Promise<void>;
}

/**
 * Implements the port `Documents`. For an invalid key, `put` throws; for the other calls, the document is missing. Each
 * failure of the place is reported, and the call returns `storage_unavailable`.
 */
export const checkedDocuments = (
  place: DocumentPlace,
  errorReporter: ErrorReporter | undefined,
  reportable = (cause: unknown): unknown => cause,
): Pick<Documents, 'put' | 'read' | 'remove'> => {
  const attempt = async <Value>(
    what: string,
    work: () => Promise<Value>,
  ): Promise<Result<Value, StorageUnavailable>> => {
    try {
      return Ok(await work());
    } catch (cause) {
      errorReporter?.report({ what, cause: reportable(cause) });
      return Err({ code: 'storage_unavailable' });
    }
  };
  return {
    async put(document) {
      if (!isDocumentKey(document.key))
        throw new RangeError('a document key may contain only letters, digits, dashes, dots and slashes');
      return attempt('a document could not be stored', () => place.put(document));
    },
    async read(key) {
      if (!isDocumentKey(key)) return missing;
      const found = await attempt('a document could not be read', () => place.read(key));
      if (found.isErr()) return found;
      return found.value ? Ok(found.value) : missing;
    },
    async remove(key) {
      return isDocumentKey(key) ? attempt('a document could not be removed', () => place.remove(key)) : Ok(undefined);
    },
  };
};

const missing = Err<DocumentMissing>({ code: 'document_missing' });

import type { DocumentType } from '../domain/document/document-type.ts';
import type { Result } from '../shared/result.ts';

/** A file as it is kept. */
export interface StoredDocument {
  /** A path of letters, digits, dashes, dots and slashes that never begins with a slash, chosen by the core. */
  readonly key: string;
  readonly type: DocumentType;
  readonly bytes: Uint8Array;
}

/** The store did not confirm: the file may or may not be stored. */
export interface StorageUnavailable {
  readonly code: 'storage_unavailable';
}

/** The store has no file under this key. */
export interface DocumentMissing {
  readonly code: 'document_missing';
}

/** Where documents are kept. */
export interface Documents {
  /**
   * Stores the file durably before it returns Ok; the same key again replaces it. A file stored in part is never read.
   * `name` is what the file was called where it came from, for the store's own information.
   */
  put(document: StoredDocument, name?: string): Promise<Result<void, StorageUnavailable>>;
  read(key: string): Promise<Result<StoredDocument, StorageUnavailable | DocumentMissing>>;
  /** Removes the file; Ok also if there is none. */
  remove(key: string): Promise<Result<void, StorageUnavailable>>;
  /**
   * An address that opens the file for one hour from now, without a key (docs/api.md 3.5). Sends no request. `name`, of
   * letters, digits, dots, dashes and underscores, is what a browser calls the file when it saves it; without one, the
   * last part of the key.
   */
  link(key: string, name?: string): Promise<string>;
}

/** A file as a link opens it. */
export interface LinkedDocument extends StoredDocument {
  /** The file's name in the link; null if it has none. */
  readonly name: string | null;
}

/**
 * Opens the links of a store that has no web server of its own: `http` gives it every request to a path below
 * `/documents/`, so that is where such a store's links lead.
 */
export interface LinkedDocuments {
  /**
   * `address` is path and query of a link. Undefined if it was not signed by this store, is more than an hour old, or
   * the file is gone. Throws `StoreUnavailable` if that is not known.
   */
  open(address: string): Promise<LinkedDocument | undefined>;
}

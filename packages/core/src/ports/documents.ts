import type { DocumentType } from '../domain/document/document-type.ts';
import type { Result } from '../shared/result.ts';

/** A stored file. */
export interface StoredDocument {
  /** A path chosen by the core: letters, digits, dashes, dots and slashes, without a leading slash. */
  readonly key: string;
  readonly type: DocumentType;
  readonly bytes: Uint8Array;
}

/** The store did not confirm the operation, so the file may or may not be stored. */
export interface StorageUnavailable {
  readonly code: 'storage_unavailable';
}

/** The store has no file under this key. */
export interface DocumentMissing {
  readonly code: 'document_missing';
}

/** The store of documents. */
export interface Documents {
  /**
   * Stores the file durably before it returns Ok. Replaces a file with the same key. No caller can read a partially
   * stored file. `name` is the original name of the file, which only the store uses.
   */
  put(document: StoredDocument, name?: string): Promise<Result<void, StorageUnavailable>>;
  read(key: string): Promise<Result<StoredDocument, StorageUnavailable | DocumentMissing>>;
  /** Removes the file. Idempotent: Ok if there is no such file. */
  remove(key: string): Promise<Result<void, StorageUnavailable>>;
  /**
   * A URL that opens the file for one hour from now, without an API key (docs/api.md 3.5). Sends no request to the
   * store. Throws `StoreUnavailable` if the link cannot be signed now. `name` is the name of a browser's download; by
   * default, the last part of the key. A name contains only letters, digits, dots, dashes and underscores.
   */
  link(key: string, name?: string): Promise<string>;
}

/** A file opened by a link. */
export interface LinkedDocument extends StoredDocument {
  /** The file name in the link; null if the link has none. */
  readonly name: string | null;
}

/**
 * Opens the links of a store that has no web server of its own. The links of such a store lead to paths below
 * `/documents/`. The package `http` passes every request for such a path to `open`.
 */
export interface LinkedDocuments {
  /**
   * `address` is the path and query of a link. Undefined if this store did not sign the link, the link is more than an
   * hour old, or the file no longer exists. Throws `StoreUnavailable` if the file cannot be read now.
   */
  open(address: string): Promise<LinkedDocument | undefined>;
}

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  Err,
  Ok,
  StoreUnavailable,
  type Clock,
  type DocumentMissing,
  type Documents,
  type Incidents,
  type LinkedDocuments,
  type Result,
  type StorageUnavailable,
  type StoredDocument,
} from '@vehicle-insurance/core';
import { checkedName, isDocumentKey } from './document-key.ts';
import { isMissing, prepareFolder, removeDurably, writeDurably } from './durable-file.ts';
import { fromFile, toFile } from './filed-document.ts';
import { linkedBy, signedLink, type LinkSigning } from './signed-link.ts';

/** A folder of documents, and how links into it are signed. */
export interface FilesystemStore extends LinkSigning {
  /** Made if it is missing. Several processes may share it. */
  readonly dir: string;
  readonly clock: Clock;
  /** Told why a file could not be kept or read. */
  readonly incidents?: Incidents;
}

/**
 * Keeps documents in a folder. A link is opened with `open`, by any process with the same folder and secret. Whatever
 * the disk refuses is answered `storage_unavailable`; `open`, which has no such answer, throws `StoreUnavailable`.
 */
export const filesystemDocuments = (store: FilesystemStore): Documents & LinkedDocuments => {
  const { clock } = store;
  const root = resolve(store.dir);
  const attempt = guard(store);
  const prepared = attempt('document folder', () => prepareFolder(root));

  const read = async (key: string): Promise<Result<StoredDocument, StorageUnavailable | DocumentMissing>> => {
    if (!isDocumentKey(key)) return missing;
    const found = await attempt('document not read', () => readIfThere(join(root, key)));
    if (found.isErr()) return found;
    const document = found.value && fromFile(key, found.value);
    return document ? Ok(document) : missing;
  };

  return {
    async put(document) {
      if (!isDocumentKey(document.key))
        throw new RangeError('a document key has letters, digits, dashes, dots and slashes');
      await prepared;
      return attempt('document not kept', () => writeDurably(root, document.key, toFile(document)));
    },
    read,
    async remove(key) {
      return isDocumentKey(key) ? attempt('document not removed', () => removeDurably(root, key)) : Ok(undefined);
    },
    async link(key, name) {
      return Promise.resolve(signedLink(store, key, clock.now(), checkedName(name)));
    },
    async open(address) {
      const linked = linkedBy(store, address, clock.now());
      if (!linked) return undefined;
      const document = await read(linked.key);
      if (document.isOk()) return { ...document.value, name: linked.name };
      if (document.error.code === 'document_missing') return undefined;
      throw new StoreUnavailable('the folder of documents cannot be read');
    },
  };
};

const missing = Err<DocumentMissing>({ code: 'document_missing' });

const readIfThere = async (file: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(file);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
};

/** What the disk refuses, told to an operator and answered as the port says. */
const guard =
  ({ incidents }: FilesystemStore) =>
  async <Value>(what: string, work: () => Promise<Value>): Promise<Result<Value, StorageUnavailable>> => {
    try {
      return Ok(await work());
    } catch (cause) {
      incidents?.report({ what, cause });
      return Err({ code: 'storage_unavailable' });
    }
  };

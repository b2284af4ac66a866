import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  StoreUnavailable,
  type Clock,
  type Documents,
  type ErrorReporter,
  type LinkedDocuments,
} from '@vehicle-insurance/core';
import { checkedDocuments, checkedName } from './checked-documents.ts';
import { isMissing, prepareFolder, removeDurably, writeDurably } from './durable-file.ts';
import { fromFile, toFile } from './filed-document.ts';
import { verifyLink, signedLink, type LinkSigning } from './signed-link.ts';

/** A folder of documents, and the signing of links to them. */
export interface FilesystemStore extends LinkSigning {
  /** The folder, created if it is missing. Several processes may share it. */
  readonly dir: string;
  readonly clock: Clock;
  /** Receives the reason why a file could not be stored, read or removed, or why the folder could not be prepared. */
  readonly errorReporter?: ErrorReporter;
}

/**
 * Stores documents in a folder. Any process with the same folder and secret can `open` a link. Disk errors become
 * `storage_unavailable`; `open` throws `StoreUnavailable` instead.
 */
export const filesystemDocuments = (store: FilesystemStore): Documents & LinkedDocuments => {
  const { clock, errorReporter } = store;
  const root = resolve(store.dir);
  const prepared = prepareFolder(root).catch((cause: unknown) =>
    errorReporter?.report({ what: 'the folder of documents could not be prepared', cause }),
  );
  const documents = checkedDocuments(
    {
      put: async (document) => {
        await prepared;
        await writeDurably(root, document.key, toFile(document));
      },
      read: async (key) => {
        await prepared;
        const file = await readIfThere(root, key);
        return file && fromFile(key, file);
      },
      remove: async (key) => {
        await prepared;
        await removeDurably(root, key);
      },
    },
    errorReporter,
  );

  return {
    ...documents,
    async link(key, name) {
      return Promise.resolve(signedLink(store, key, clock.now(), checkedName(name)));
    },
    async open(address) {
      const linked = verifyLink(store, address, clock.now());
      if (!linked) return undefined;
      const document = await documents.read(linked.key);
      if (document.isOk()) return { ...document.value, name: linked.name };
      if (document.error.code === 'document_missing') return undefined;
      throw new StoreUnavailable('the folder of documents cannot be read');
    },
  };
};

const readIfThere = async (root: string, key: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(join(root, key));
  } catch (cause) {
    if (await isMissing(cause, root)) return undefined;
    throw cause;
  }
};

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  Err,
  millisecondsOf,
  Ok,
  StoreUnavailable,
  type Clock,
  type DocumentMissing,
  type Documents,
  type LinkedDocuments,
  type Result,
  type StorageUnavailable,
  type StoredDocument,
} from '@vehicle-insurance/core';

/** A database of documents, with the secret that signs links to them. */
export interface SqliteStore {
  readonly database: DatabaseSync;
  /** The address of the program that opens the links. */
  readonly baseUrl: string;
  readonly secret: string;
  readonly clock: Clock;
}

const ONE_HOUR = 3_600_000;

/** Stores documents in an SQLite database, for one process on one machine, because SQLite calls are synchronous. */
export const sqliteDocuments = ({ database, baseUrl, secret, clock }: SqliteStore): Documents & LinkedDocuments => {
  // With SQLite's default, FULL, a power cut may lose the last file although `put` has returned. EXTRA prevents that:
  // SQLite then also syncs the folder after it has removed the journal file.
  database.exec(`PRAGMA synchronous = EXTRA;
    CREATE TABLE IF NOT EXISTS document (key TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL)`);
  const keep = database.prepare('INSERT OR REPLACE INTO document (key, type, bytes) VALUES (?, ?, ?)');
  const find = database.prepare('SELECT type, bytes FROM document WHERE key = ?');
  const forget = database.prepare('DELETE FROM document WHERE key = ?');

  const read = async (key: string): Promise<Result<StoredDocument, StorageUnavailable | DocumentMissing>> => {
    const found = attempt(() => find.get(key) as Omit<StoredDocument, 'key'> | undefined);
    if (found.isErr()) return found;
    return found.value ? Ok({ key, ...found.value }) : Err({ code: 'document_missing' });
  };
  const signed = (key: string, until: number, name: string): string => {
    const signature = createHmac('sha256', secret).update(`${key}\n${until}\n${name}`).digest('base64url');
    return `/documents/${key}?until=${until}&name=${name}&signature=${signature}`;
  };

  return {
    put: async ({ key, type, bytes }) => attempt(() => void keep.run(key, type, bytes)),
    read,
    remove: async (key) => attempt(() => void forget.run(key)),
    link: async (key, name = '') => `${baseUrl}${signed(key, millisecondsOf(clock.now()) + ONE_HOUR, name)}`,
    open: async (address) => {
      const [, key = '', until = '', name = ''] = LINK.exec(address) ?? [];
      const isOurs = sameText(address, signed(key, Number(until), name));
      if (!isOurs || millisecondsOf(clock.now()) >= Number(until)) return undefined;
      const found = await read(key);
      if (found.isOk()) return { ...found.value, name: name === '' ? null : name };
      // The file may exist, so the caller must try again later instead of getting "not found".
      if (found.error.code === 'storage_unavailable') throw new StoreUnavailable('the documents cannot be read');
      return undefined;
    },
  };
};

const LINK = /^\/documents\/([^?]+)\?until=(\d+)&name=([\w.-]*)&/;

/** Converts errors of SQLite to those of the port. */
const attempt = <Value>(work: () => Value): Result<Value, StorageUnavailable> => {
  try {
    return Ok(work());
  } catch {
    return Err({ code: 'storage_unavailable' });
  }
};

/** Compares in constant time. */
const sameText = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

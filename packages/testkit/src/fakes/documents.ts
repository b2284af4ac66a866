import {
  Err,
  later,
  Ok,
  type Clock,
  type Documents,
  type Instant,
  type LinkedDocuments,
  type StoredDocument,
} from '@vehicle-insurance/core';

/** A document store in memory that a test can break and repair. */
export interface MemoryDocuments extends Documents, LinkedDocuments {
  /** The keys of all stored files. */
  keys(): readonly string[];
  /** Makes all storing, reading and removing fail. Links then open nothing. */
  break(): void;
  repair(): void;
}

/** Hours for which a link is valid. */
const LINK_HOURS = 1;

/** A document store that also serves its own links. It passes the contract suites of both ports. */
export const memoryDocuments = ({ clock }: { readonly clock: Clock }): MemoryDocuments => {
  const files = new Map<string, StoredDocument>();
  const links = new Map<string, { readonly key: string; readonly name: string | null; readonly until: Instant }>();
  let broken = false;
  const unavailable = Err({ code: 'storage_unavailable' as const });
  return {
    put: async ({ key, type, bytes }) => {
      if (broken) return unavailable;
      files.set(key, { key, type, bytes: bytes.slice() });
      return Ok(undefined);
    },
    read: async (key) => {
      const file = files.get(key);
      return broken
        ? unavailable
        : file
          ? Ok({ ...file, bytes: file.bytes.slice() })
          : Err({ code: 'document_missing' as const });
    },
    remove: async (key) => {
      if (broken) return unavailable;
      files.delete(key);
      return Ok(undefined);
    },
    link: async (key, name) => {
      const address = `/documents/${key}?token=${crypto.randomUUID()}`;
      links.set(address, { key, name: name ?? null, until: later(clock.now(), { hours: LINK_HOURS }) });
      return `http://documents.test${address}`;
    },
    open: async (address) => {
      const link = links.get(address);
      const file = link && clock.now() < link.until && !broken ? files.get(link.key) : undefined;
      return link && file && { ...file, name: link.name };
    },
    keys: () => [...files.keys()],
    break: () => {
      broken = true;
    },
    repair: () => {
      broken = false;
    },
  };
};

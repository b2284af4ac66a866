import type { ApiKey } from '@vehicle-insurance/core';

/** The headings of a table of keys. */
export const KEY_HEADINGS = ['ID', 'PREFIX', 'LABEL', 'EXPIRES', 'REVOKED', 'LAST USED'] as const;

/** A key as a line of a table. */
export const keyRow = (key: ApiKey) => [key.id, key.prefix, key.label, key.expires, key.revoked, key.lastUsed];

/** A key without its hash. */
export const withoutHash = ({ hash: _, ...shown }: ApiKey): Omit<ApiKey, 'hash'> => shown;

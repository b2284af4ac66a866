import type { ApiKey } from '@vehicle-insurance/core';

export const KEY_HEADINGS = ['ID', 'PREFIX', 'LABEL', 'EXPIRES', 'REVOKED', 'LAST USED'] as const;

export const keyRow = (key: ApiKey) => [key.id, key.prefix, key.label, key.expires, key.revoked, key.lastUsed];

export const withoutHash = ({ hash: _, ...shown }: ApiKey): Omit<ApiKey, 'hash'> => shown;

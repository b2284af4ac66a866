import { Unreadable, type Upload } from '@vehicle-insurance/core';
import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** What a request asks for. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly upload: Upload | Unreadable | undefined;
}

/** The same for the same request, however its body is written down; another for any other. */
export const fingerprintOf = ({ method, path, body, upload }: Asked): string =>
  digestOf(canonicalJson([method, path, body, fileOf(upload)]));

const fileOf = (upload: Asked['upload']): unknown =>
  upload === undefined || upload instanceof Unreadable ? upload : digestOf(upload.bytes);

const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

import { createHmac, timingSafeEqual } from 'node:crypto';
import { millisecondsOf, type Instant } from '@vehicle-insurance/core';

/** Seconds for which a link opens its file, in a folder or a bucket (docs/api.md 3.5). */
export const LINK_SECONDS = 3_600;

export interface LinkSigning {
  /** The service's URL for callers, with or without a path. */
  readonly baseUrl: string;
  /** The same secret in every process that creates or opens links. */
  readonly secret: string;
}

/** A link to the file. The link cannot be forged and expires an hour after `now`. */
export const signedLink = ({ baseUrl, secret }: LinkSigning, key: string, now: Instant, name?: string): string => {
  const expires = Math.floor(millisecondsOf(now) / 1000) + LINK_SECONDS;
  const named = name === undefined ? '' : `&name=${name}`;
  const signed = signature(secret, key, expires, name);
  return `${baseUrl.replace(/\/+$/, '')}/documents/${key}?expires=${expires}${named}&signature=${signed}`;
};

/** The file that a link opens, and the name for saving it. */
export interface Linked {
  readonly key: string;
  readonly name: string | null;
}

/**
 * The file that a link opens at `now`. Undefined if the link was changed or has expired. `address` is the link's path
 * and query. A proxy may have removed the base URL's path.
 */
export const verifyLink = ({ baseUrl, secret }: LinkSigning, address: string, now: Instant): Linked | undefined => {
  const { pathname = '', search = '' } = URL.parse(address, baseUrl) ?? {};
  const [, expires, name, signed] = QUERY.exec(search) ?? [];
  const key = keyIn(pathname, baseUrl);
  if (!key || !expires || !signed) return undefined;
  const ours = sameText(signed, signature(secret, key, Number(expires), name));
  return ours && millisecondsOf(now) < Number(expires) * 1000 ? { key, name: name ?? null } : undefined;
};

const QUERY = /^\?expires=(\d{1,12})(?:&name=([\w.-]+))?&signature=([\w-]+)$/;

const keyIn = (pathname: string, baseUrl: string): string | undefined => {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const folder = [`${prefix}/documents/`, '/documents/'].find((start) => pathname.startsWith(start));
  return folder && pathname.slice(folder.length);
};

const signature = (secret: string, key: string, expires: number, name: string | undefined): string =>
  createHmac('sha256', secret)
    .update([key, expires, ...(name === undefined ? [] : [name])].join('\n'))
    .digest('base64url');

/** Compares in constant time. */
const sameText = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

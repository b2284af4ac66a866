import { createHmac, timingSafeEqual } from 'node:crypto';
import { millisecondsOf, type Instant } from '@vehicle-insurance/core';

/** How long a link opens its file (api.md, "Limits"). */
const SECONDS = 3_600;

export interface LinkSigning {
  /** Where callers reach the service, with or without a path. */
  readonly baseUrl: string;
  /** Every process that makes or opens links has the same. */
  readonly secret: string;
}

/** A link to the file that no one else can make, and that ends an hour after `now`. */
export const signedLink = ({ baseUrl, secret }: LinkSigning, key: string, now: Instant): string => {
  const expires = Math.floor(millisecondsOf(now) / 1000) + SECONDS;
  return `${baseUrl.replace(/\/+$/, '')}/documents/${key}?expires=${expires}&signature=${signature(secret, key, expires)}`;
};

/**
 * The key a link opens at `now`; nothing when it is not exactly ours or has ended. `address` is its path and query; a
 * proxy may have taken away the path of the base URL.
 */
export const keyOfLink = ({ baseUrl, secret }: LinkSigning, address: string, now: Instant): string | undefined => {
  const { pathname = '', search = '' } = URL.parse(address, baseUrl) ?? {};
  const [, expires, signed] = QUERY.exec(search) ?? [];
  const key = keyIn(pathname, baseUrl);
  if (!key || !expires || !signed) return undefined;
  const ours = sameText(signed, signature(secret, key, Number(expires)));
  return ours && millisecondsOf(now) < Number(expires) * 1000 ? key : undefined;
};

const QUERY = /^\?expires=(\d{1,12})&signature=([\w-]+)$/;

const keyIn = (pathname: string, baseUrl: string): string | undefined => {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const folder = [`${prefix}/documents/`, '/documents/'].find((start) => pathname.startsWith(start));
  return folder && pathname.slice(folder.length);
};

const signature = (secret: string, key: string, expires: number): string =>
  createHmac('sha256', secret).update(`${key}\n${expires}`).digest('base64url');

/** Takes as long for a nearly right text as for a wrong one. */
const sameText = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

import { LARGEST_DOCUMENT, refused, unknown, type AuthorityFile, type Outcome } from '@vehicle-insurance/core';
import { problemOf, type HttpClient } from '@vehicle-insurance/http-client';
import type { AsaciConfig } from './config.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

export interface FetchedFile {
  /** The file's URL after redirects. */
  readonly address: string;
  /** The media type that the authority declares. */
  readonly type: string | null;
  readonly bytes: Uint8Array;
}

/** Fetches only from the configured hosts, even after a redirect. */
export type FetchFile = (address: string) => Promise<Outcome<FetchedFile, 'foreign_host' | 'too_large'>>;

/**
 * Whether a URL is on a configured host, without a misleading user name or password. Plain HTTP is allowed only if the
 * authority itself is called over plain HTTP.
 */
export const hostGuard =
  ({ baseUrl, allowedHosts }: AsaciConfig) =>
  (url: URL): boolean =>
    (url.protocol === 'https:' || (url.protocol === 'http:' && new URL(baseUrl).protocol === 'http:')) &&
    url.username === '' &&
    url.password === '' &&
    allowedHosts.includes(url.host);

export const fileFetcher = (
  client: HttpClient,
  config: AsaciConfig,
  within: number,
  file: AuthorityFile,
): FetchFile => {
  const isOurs = hostGuard(config);

  const fetchFrom = async (address: string, redirects: number): ReturnType<FetchFile> => {
    const url = URL.parse(address);
    if (!url || !isOurs(url)) return refused('foreign_host');
    const result = await client.download({ url: url.href, within, limit: LARGEST_DOCUMENT });
    const failed = () => unknown({ code: 'file_not_fetched', file, cause: problemOf('authority', result) });
    if (result.got !== 'response') return failed();
    if (result.body === undefined) return refused('too_large');
    if (REDIRECTS.includes(result.status) && result.location !== null && redirects > 0)
      return fetchFrom(URL.parse(result.location, url.href)?.href ?? '', redirects - 1);
    if (result.status !== 200) return failed();
    return { outcome: 'done', value: { address: url.href, type: result.type, bytes: result.body } };
  };
  return (address) => fetchFrom(address, MAX_REDIRECTS);
};

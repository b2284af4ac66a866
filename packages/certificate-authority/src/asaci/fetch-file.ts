import { LARGEST_DOCUMENT, refused, unknown, type AuthorityFile, type Outcome } from '@vehicle-insurance/core';
import { problemOf, type HttpClient } from '@vehicle-insurance/http-client';
import type { AsaciConfig } from './config.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** A file of the authority. */
export interface FetchedFile {
  /** Where it is, after redirects. */
  readonly address: string;
  /** The media type that the authority declares. */
  readonly type: string | null;
  readonly bytes: Uint8Array;
}

/** Fetches from the configured hosts only, whatever address or redirect is given. */
export type FetchFile = (address: string) => Promise<Outcome<FetchedFile, 'foreign_host' | 'too_large'>>;

/**
 * Whether an address is on one of the configured hosts, with no user name or password in it that could mislead. Without
 * encryption only where the authority itself is called without it.
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
    const answer = await client.download({ url: url.href, within, limit: LARGEST_DOCUMENT });
    const failed = () => unknown({ code: 'file_not_fetched', file, cause: problemOf('authority', answer) });
    if (answer.got !== 'answer') return failed();
    if (answer.body === undefined) return refused('too_large');
    if (REDIRECTS.includes(answer.status) && answer.location !== null && redirects > 0)
      return fetchFrom(URL.parse(answer.location, url.href)?.href ?? '', redirects - 1);
    if (answer.status !== 200) return failed();
    return { outcome: 'done', value: { address: url.href, type: answer.type, bytes: answer.body } };
  };
  return (address) => fetchFrom(address, MAX_REDIRECTS);
};
